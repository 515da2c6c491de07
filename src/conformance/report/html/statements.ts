/** The matrix of statements: what was proven, what was not, and why. */
import { statementStates } from '../../run-report.ts'
import type { RunReport, StatementReport } from '../../run-report.ts'
import { stateWords, verdictWords } from '../words.ts'
import { prose, stateBadge, stateVerdicts } from './badge.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

export function statementMatrix(report: RunReport): Markup | undefined {
  const { statements } = report
  if (statements.length === 0) return undefined
  return html`<section aria-labelledby="statements"><h2 id="statements">Statements</h2>
<p class="lead">What the documentation states, and what this project assumes where it is silent. An assumption that does not hold is nobody’s fault.</p>
${part('Stated facts', statements.filter(({ kind }) => kind === 'fact'), report)}
${part('Assumptions', statements.filter(({ kind }) => kind === 'gap'), report)}
</section>`
}

/** A tile has little room, and every gap's id begins alike. */
function name(id: string): Markup {
  return id.startsWith('GAP-') ? html`<span class="hidden">GAP-</span>${id.slice(4)}` : html`${id}`
}

function part(heading: string, statements: readonly StatementReport[], report: RunReport): Markup | undefined {
  if (statements.length === 0) return undefined
  const figures = statementStates.flatMap((state) => {
    const count = statements.filter((one) => one.state === state).length
    return count === 0 ? [] : [`${count} ${stateWords[state].word}`]
  })
  return html`<h3>${heading} <span class="count">${figures.join(' · ')}</span></h3>
<ul class="tiles">${statements.map(({ id, state }) => html`<li><a class="tile v-${stateVerdicts[state]}" href="#s-${id}"><span aria-hidden="true">${stateWords[state].sign}</span> ${name(id)}<span class="hidden">, ${stateWords[state].word}</span></a></li>`)}</ul>
<details class="panel"><summary>${heading}, one by one</summary>
<table class="statements"><thead><tr><th scope="col">Id</th><th scope="col">State</th><th scope="col">What it says</th><th scope="col">Cases</th></tr></thead>
<tbody>${statements.map((one) => row(one, report))}</tbody></table></details>`
}

function row({ id, state, text, why, cases }: StatementReport, report: RunReport): Markup {
  const links = cases.map((name) => {
    const verdict = report.cases.find((one) => one.id === name)?.result.verdict ?? 'not-run'
    return html`<li><a class="v-${verdict}" href="#c-${name}" title="${verdictWords[verdict].word}"><span aria-hidden="true">${verdictWords[verdict].sign}</span> ${name}<span class="hidden">, ${verdictWords[verdict].word}</span></a></li>`
  })
  return html`<tr id="s-${id}"><th scope="row"><code>${id}</code></th><td>${stateBadge(state)}</td><td>${prose(text)}${
    why === '' ? undefined : html`<p class="why">${why}</p>`
  }</td><td>${links.length === 0 ? html`<span class="none">none</span>` : html`<ul class="links">${links}</ul>`}</td></tr>`
}
