/** `--list`: every case, so that one can be chosen. */
import type { Suite } from '../../conformance/index.ts'
import type { Paint } from '../webhook/terminal.ts'

/** A block for each area; a case is its id and title, then basis, safety and needs. */
export function caseList(suites: readonly Suite[], paint: Paint): string {
  const blocks = suites.map(({ title, cases }) => {
    const width = Math.max(...cases.map(({ id }) => id.length))
    const lines = cases.map(({ id, title: law, basis, safety, needs }) => {
      const rests = basis.kind === 'stated' ? basis.statements.join(' ') : `assumed ${basis.gap}`
      const wants = needs.length === 0 ? '' : `; needs ${needs.join(', ')}`
      return `  ${paint('bold', id.padEnd(width))}  ${law}\n  ${' '.repeat(width)}  ${paint('dim', `${rests}; ${safety}${wants}`)}`
    })
    return `${paint(['bold', 'underline'], title)}\n${lines.join('\n')}`
  })
  const count = suites.reduce((sum, { cases }) => sum + cases.length, 0)
  return `${blocks.join('\n\n')}\n\n${count} cases\n`
}
