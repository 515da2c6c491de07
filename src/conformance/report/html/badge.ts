/** A verdict or a state as a small coloured word; the sign tells it without colour. */
import type { StatementState } from '../../run-report.ts'
import type { VerdictName } from '../../verdict.ts'
import { stateWords, verdictWords } from '../words.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

export function verdictBadge(name: VerdictName): Markup {
  const { word, sign } = verdictWords[name]
  return html`<span class="badge v-${name}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}

export function stateBadge(state: StatementState): Markup {
  const { word, sign } = stateWords[state]
  return html`<span class="badge v-${stateVerdicts[state]}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}

/** Which verdict's colour a state has. */
export const stateVerdicts: Record<StatementState, VerdictName> = {
  proven: 'pass',
  broken: 'fail',
  confirmed: 'confirmed',
  refuted: 'refuted',
  open: 'inconclusive',
  untestable: 'not-run',
}

/** `REP-2` as prose in code marks: backticks of the catalogue become code. */
export function prose(text: string): readonly (Markup | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
