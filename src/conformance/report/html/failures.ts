/** What is wrong, before anything else: a line each, with the way to the case. */
import type { CaseReport, RunReport } from '../../run-report.ts'
import { failuresOf } from '../summary.ts'
import { cureOf, deviationOf, said } from '../words.ts'
import { prose, verdictBadge } from './badge.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

export function failures(report: RunReport): Markup | undefined {
  const { failing, errors } = failuresOf(report)
  const all = [...failing, ...errors]
  if (all.length === 0) return undefined
  return html`<section aria-labelledby="broken"><h2 id="broken">${failing.length > 0 ? 'What is broken' : 'Where this program failed'}</h2>
<ul class="broken">${all.map(line)}</ul></section>`
}

function line({ id, title, result }: CaseReport): Markup {
  const deviation = deviationOf(result)
  const cure = cureOf(result)
  const sides = [
    ...(deviation?.expected === undefined ? [] : [html`<span>expected <q>${deviation.expected}</q></span>`]),
    ...(deviation?.found === undefined ? [] : [html`<span>found <q>${deviation.found}</q></span>`]),
  ]
  return html`<li>${verdictBadge(result.verdict)}<div><a href="#c-${id}"><code>${id}</code></a> <span class="title">${prose(title)}</span>
<p><strong>${said(result)}</strong></p>${sides.length === 0 ? undefined : html`<p class="pair">${sides}</p>`}${
    cure === undefined ? undefined : html`<p>${prose(cure)}</p>`
  }</div></li>`
}
