/** `--list`: every check, so that one can be chosen. */
import type { CheckArea, Paint } from '../../../conformance/index.ts'

const evidence = { http: '', api: '--api or --start', probe: '--probe', fault: '--start, --restart or --fault' } as const

/** A block for each area; a check is its id and title, then MUST or SHOULD with the source, and the options that it needs. */
export function checkList(areas: readonly CheckArea[], paint: Paint): string {
  const width = Math.max(...areas.flatMap(({ checks }) => checks.map(({ id }) => id.length)))
  const blocks = areas.map(({ title, checks }) => {
    const lines = checks.map(({ id, title: law, basis, needs }) => {
      const wants = needs.map((kind) => evidence[kind]).filter((option) => option !== '')
      const told = `${basis.kind.toUpperCase()} (${basis.source})${wants.length === 0 ? '' : `; needs ${wants.join(' and ')}`}`
      return `  ${paint('bold', id.padEnd(width))}  ${law}\n  ${' '.repeat(width)}  ${paint('dim', told)}`
    })
    return `${paint(['bold', 'underline'], title)}\n${lines.join('\n')}`
  })
  const count = areas.reduce((sum, { checks }) => sum + checks.length, 0)
  return `${blocks.join('\n\n')}\n\n${count} checks\n`
}
