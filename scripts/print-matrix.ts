/** Prints the kill matrix: each mutant with the cases that find it, and each case with the mutants that it finds. */
import { suites } from '../suites/index.ts'
import { areas, parts } from '../test/mutants/index.ts'
import { writtenMatrix } from '../test/mutants/kill-matrix.ts'
import type { KillRow } from '../test/mutants/kill-matrix.ts'

const columns = process.stdout.columns ?? 120
const rows = new Map<string, KillRow>()
for (const part of parts) for (const [name, row] of Object.entries(await writtenMatrix(part))) rows.set(name, row)

const lines: string[] = ['MUTANTS, and the cases that find them (fails: of a stated fact; refutes: of an assumption)']
for (const { title, mutants } of parts.flatMap((part) => areas[part])) {
  lines.push('', `${title} (${mutants.length})`)
  for (const { name, wrong } of mutants) {
    const { fails = [], refutes = [] } = rows.get(name) ?? {}
    lines.push(...listed(name, [wrong]))
    if (fails.length > 0) lines.push(...listed('  fails', fails))
    if (refutes.length > 0) lines.push(...listed('  refutes', refutes))
    if (fails.length + refutes.length === 0) lines.push('  FOUND BY NONE')
  }
}

lines.push('', '', 'CASES, and the mutants that they find')
for (const { title, cases } of suites) {
  lines.push('', `${title} (${cases.length})`)
  for (const { id } of cases) {
    const found = [...rows].filter(([, { fails, refutes }]) => fails.includes(id) || refutes.includes(id)).map(([name]) => name)
    lines.push(...listed(id, found.length === 0 ? ['FINDS NONE'] : found))
  }
}
const cases = suites.flatMap((suite) => suite.cases)
lines.push('', `${rows.size} mutants, ${cases.length} cases.`)
process.stdout.write(`${lines.join('\n')}\n`)

/** Words after a name, wrapped to the terminal and indented under the first. */
function listed(name: string, words: readonly string[]): string[] {
  const indent = 32
  const wrapped: string[] = []
  let line = `  ${name}`.padEnd(indent)
  for (const word of words) {
    if (line.length + word.length + 1 > columns && line.trim() !== '' && line.length > indent) {
      wrapped.push(line.trimEnd())
      line = ' '.repeat(indent)
    }
    line += `${line.endsWith(' ') ? '' : ' '}${word}`
  }
  return [...wrapped, line.trimEnd()]
}
