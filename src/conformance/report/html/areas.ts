/** A score per area, with what was not judged. */
import type { RunReport } from '../../run-report.ts'
import { scoreAreas } from '../summary.ts'
import type { AreaScore } from '../summary.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

export function areaTable(report: RunReport): Markup {
  const isService = report.subject === 'service'
  const headings = ['Area', 'Score', isService ? 'Stated laws held' : 'Musts held', isService ? 'Assumptions held' : 'Shoulds followed', 'Not judged']
  return html`<section aria-labelledby="areas"><h2 id="areas">Areas</h2>
<table class="areas"><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${scoreAreas(report).map(row)}</tbody></table></section>`
}

function row({ area, title, score, duties, others, unjudged }: AreaScore): Markup {
  return html`<tr><th scope="row"><a href="#a-${area}">${title}</a></th><td class="score">${
    score === undefined ? '–' : html`<b>${score} %</b>${gauge(score)}`
  }</td><td>${share(duties)}</td><td>${share(others)}</td><td>${unjudged === 0 ? html`<span class="none">0</span>` : html`<b class="open">${unjudged}</b>`}</td></tr>`
}

function gauge(score: number): Markup {
  return html`<svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="f-rail" width="100" height="6"/><rect class="f-${score === 100 ? 'pass' : 'fail'}" width="${score}" height="6"/></svg>`
}

function share({ held, judged }: { held: number; judged: number }): Markup | string {
  return judged === 0 ? html`<span class="none">none judged</span>` : `${held} of ${judged}`
}
