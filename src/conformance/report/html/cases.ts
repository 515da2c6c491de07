/** The cases, area by area, with what to filter them by. */
import type { CaseReport, RunReport } from '../../run-report.ts'
import { verdictNames } from '../../verdict.ts'
import type { Basis } from '../../verdict.ts'
import { scoreAreas, tallyOf } from '../summary.ts'
import { counted, cureOf, deviationOf, durationText, said, verdictWords } from '../words.ts'
import { prose, verdictBadge } from './badge.ts'
import { exchangeView } from './exchange-view.ts'
import { html } from './markup.ts'
import type { Child, Markup } from './markup.ts'

export function caseList(report: RunReport): Markup {
  return html`<section class="cases" aria-labelledby="cases"><h2 id="cases">Cases</h2>
${filters(report)}
${scoreAreas(report).map(
    ({ area, title, cases }) => html`<section class="area" data-area="${area}"><h3 id="a-${area}">${title} <span class="count">${counted(cases.length, 'case')}</span></h3>
${cases.map((one) => card(one, report))}</section>`,
  )}
<p class="empty" hidden>No case is left. <button type="button" class="reset">Show all</button></p>
</section>`
}

const basisNames: Record<Basis['kind'], string> = { stated: 'Stated', assumed: 'Assumed', must: 'Must', should: 'Should' }

function filters(report: RunReport): Markup {
  const tally = tallyOf(report.cases)
  const chips = verdictNames.filter((name) => tally[name] > 0).map(
    (name) => html`<button type="button" class="chip v-${name}" data-verdict="${name}" aria-pressed="false" title="${verdictWords[name].meaning}"><span aria-hidden="true">${verdictWords[name].sign}</span> ${verdictWords[name].word} <b>${tally[name]}</b></button>`,
  )
  const kinds = [...new Set(report.cases.map(({ basis }) => basis.kind))]
  const option = (value: string, name: string) => html`<option value="${value}">${name}</option>`
  return html`<form class="filters" hidden role="search" aria-label="Filter the cases">
<div class="chips" role="group" aria-label="Verdict">${chips}</div>
<div class="fields">
<label>Area <select name="area">${option('', 'all')}${scoreAreas(report).map(({ area, title }) => option(area, title))}</select></label>
<label>Basis <select name="basis">${option('', 'any')}${kinds.map((kind) => option(kind, basisNames[kind]))}</select></label>
<label class="search">Search <input type="search" name="text" placeholder="id, words, path …" autocomplete="off" spellcheck="false"></label>
<span class="shown" role="status"></span>
<button type="button" class="quiet" id="expand">Open all</button><button type="button" class="quiet" id="collapse">Close all</button>
</div></form>`
}

function card(one: CaseReport, report: RunReport): Markup {
  const { id, area, title, basis, result, durationMs, known, exchanges, notifications } = one
  const { verdict } = result
  const isOpen = verdict === 'fail' || verdict === 'suite-error'
  const held = verdict === 'pass' || verdict === 'confirmed'
  const deviation = deviationOf(result)
  const rows: [string, Child][] = [
    ['Expected', quoted(deviation?.expected)],
    ['Found', quoted(deviation?.found)],
    ['Cure', optional(cureOf(result))],
    ['Why it matters', optional(one.reason)],
    ['Known', known === undefined ? undefined : html`until ${known.expires}, ${known.owner}: ${known.reason}`],
    [held ? 'Needed evidence' : 'It would pass with', one.evidence === '' ? undefined : one.evidence],
    ['Notes', one.notes.length === 0 ? undefined : html`<ul>${one.notes.map((note) => html`<li>${note}</li>`)}</ul>`],
    ['Basis', basisView(basis, report)],
    ['Again', one.repeat === '' ? undefined : html`<pre class="command"><code>${one.repeat}</code></pre>`],
  ]
  return html`<details class="case" id="c-${id}" data-verdict="${verdict}" data-area="${area}" data-basis="${basis.kind}"${isOpen ? html` open` : undefined}>
<summary>${verdictBadge(verdict)}<span class="name"><code>${id}</code> <span class="title">${prose(title)}</span></span>${
    known === undefined ? undefined : html`<span class="known">known until ${known.expires}</span>`
  }<span class="ms">${verdict === 'not-run' ? '' : durationText(durationMs)}</span></summary>
<div class="body"><p class="said v-${verdict}">${said(result)}</p>${
    verdict === 'suite-error' ? html`<pre>${result.error}</pre>` : undefined
  }
<dl>${rows.flatMap(([name, value]) => (value === undefined ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`]))}</dl>
${exchangeList('exchange', exchanges, one, report)}${exchangeList('notification', notifications, one, report)}
</div></details>`
}

function exchangeList(name: 'exchange' | 'notification', exchanges: CaseReport['exchanges'], one: CaseReport, report: RunReport): Markup | undefined {
  if (exchanges.length === 0) return undefined
  const held = one.result.verdict === 'pass' || one.result.verdict === 'confirmed'
  const isNotification = name === 'notification'
  return html`<h4>${counted(exchanges.length, name)}${isNotification ? ' that came to the receiver of the suite' : undefined}</h4>
<ol class="exchanges">${exchanges.map((exchange) => html`<li>${exchangeView(exchange, { baseUrl: report.target.url, held })}</li>`)}</ol>`
}

function basisView(basis: Basis, report: RunReport): Child {
  const linked = (id: string) => (report.statements.some((one) => one.id === id) ? html`<a href="#s-${id}"><code>${id}</code></a>` : html`<code>${id}</code>`)
  switch (basis.kind) {
    case 'stated':
      return html`stated: ${basis.statements.map((id, index) => [index === 0 ? '' : ', ', linked(id)])}`
    case 'assumed':
      return html`assumed: ${linked(basis.gap)}`
    case 'must':
      return html`must: ${basis.source}`
    case 'should':
      return html`should: ${basis.source}`
  }
}

function optional(text: string | undefined): Child {
  return text === undefined ? undefined : prose(text)
}

function quoted(text: string | undefined): Child {
  return text === undefined ? undefined : html`<span class="quoted">${text}</span>`
}
