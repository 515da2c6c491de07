/** The top of the page: what came of it, in a word, a sentence and a bar. */
import type { RunReport } from '../../run-report.ts'
import { verdictNames } from '../../verdict.ts'
import { adviceOf, headlineOf, tallyOf } from '../summary.ts'
import { counted, durationText, instantText, verdictWords } from '../words.ts'
import { prose } from './badge.ts'
import { html } from './markup.ts'
import type { Child, Markup } from './markup.ts'

export function header(report: RunReport): Markup {
  const { title, tone, sentence } = headlineOf(report)
  const { subject, target, contract } = report
  const kind = target.kind === 'mock' ? 'The mock' : target.kind === 'receiver' ? 'The receiver' : 'The deployment'
  const overlays = contract.overlays.map((overlay) => `${overlay.title} ${overlay.version}`).join(', ')
  const facts: [string, Child][] = [
    ['Started', html`<time datetime="${report.startedAt}">${instantText(report.startedAt)}</time>`],
    ['Took', durationText(report.durationMs)],
    ['Requests', report.requests],
    ['Run', html`<code>${report.run}</code>`],
    ['Seed', html`<code>${report.seed}</code>`],
    ...(report.allowed.length === 0 ? [] : [['Allowed', report.allowed.join(', ')] satisfies [string, Child]]),
    ['Contract', overlays === '' ? 'as assumed, no overlay' : overlays],
    ['Exit code', report.exitCode],
  ]
  return html`<header class="top"><div class="bar">
<p class="brand"><strong>ensayo</strong> ${subject === 'service' ? 'conformance report' : 'receiver report'}</p>
<nav aria-label="Sections">${
  report.statements.length === 0 ? undefined : html`<a href="#statements">Statements</a>`
}<a href="#areas">Areas</a><a href="#cases">Cases</a></nav>
<button type="button" id="theme" class="quiet" hidden>Dark</button>
</div></header>
<section class="hero" aria-labelledby="verdict"><div class="hero-inner">
<div class="disc" aria-hidden="true">${discs[tone]}</div>
<div class="hero-text"><h1 id="verdict">${title}</h1>
<p class="sentence">${sentence}</p>
<p class="target">${kind} <code>${target.url}</code></p></div>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${verdictBar(report)}
</div></section>`
}

const discs = {
  good: html`<svg viewBox="0 0 48 48"><circle cx="24" cy="24" r="24"/><path d="M14 25l7 7 14-15"/></svg>`,
  bad: html`<svg viewBox="0 0 48 48"><circle cx="24" cy="24" r="24"/><path d="M16 16l16 16M32 16L16 32"/></svg>`,
  unclear: html`<svg viewBox="0 0 48 48"><circle cx="24" cy="24" r="24"/><path d="M18 19a6 6 0 1 1 8.500 5.400c-1.700.8-2.500 1.800-2.500 3.600v1M24 35v.2"/></svg>`,
}

function verdictBar({ cases }: RunReport): Markup {
  const tally = tallyOf(cases)
  const present = verdictNames.filter((name) => tally[name] > 0)
  let left = 0
  const parts = present.map((name) => {
    const x = left
    left += (1000 * tally[name]) / cases.length
    return html`<rect class="f-${name}" x="${x.toFixed(1)}" width="${(left - x).toFixed(1)}" height="10"/>`
  })
  const told = present.map((name) => `${tally[name]} ${verdictWords[name].word}`).join(', ')
  return html`<figure class="tally"><svg class="verdict-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${counted(cases.length, 'case')}: ${told}">${parts}</svg>
<figcaption><ul>${present.map(
    (name) => html`<li title="${verdictWords[name].meaning}"><svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><rect class="f-${name}" width="10" height="10" rx="3"/></svg><b>${tally[name]}</b> ${verdictWords[name].word}</li>`,
  )}</ul></figcaption></figure>`
}

export function notices({ notices: listed, leftovers }: RunReport): Markup | undefined {
  const all = [
    ...listed.map((notice) => html`<li>${notice}</li>`),
    ...leftovers.map(({ section, recordId, why }) => html`<li>Still there: <code>${section} ${String(recordId)}</code>: ${why}</li>`),
  ]
  return all.length === 0
    ? undefined
    : html`<section class="notices" aria-labelledby="notices"><h2 id="notices">To know and to do</h2><ul>${all}</ul></section>`
}

/** What to do so that more is judged. */
export function advice(report: RunReport): Markup | undefined {
  const advices = adviceOf(report)
  if (advices.length === 0) return undefined
  return html`<section aria-labelledby="advice"><h2 id="advice">To judge more</h2>
<ul class="advice">${advices.map(
    ({ cure, ids }) => html`<li><b>${counted(ids.length, 'case')}</b><details><summary>${prose(cure)}</summary><p>${ids.map((id) => html`<a href="#c-${id}">${id}</a> `)}</p></details></li>`,
  )}</ul></section>`
}
