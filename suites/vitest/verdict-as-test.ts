/** A case's verdict in the words of a test: it passes, fails, or is skipped with the reason. */
import type { TestContext } from 'vitest'
import type { CaseReport } from '../../src/conformance/index.ts'

/** @throws NotConforming for a broken fact, SuiteFault for a fault of the suite; skips what could not be judged */
export async function asTest({ result, exchanges, repeat }: CaseReport, context: TestContext): Promise<void> {
  switch (result.verdict) {
    case 'pass':
    case 'confirmed':
      return
    case 'refuted':
      await context.annotate(`refuted: ${result.deviation.message}`, 'refuted')
      return
    case 'inconclusive':
    case 'not-run':
      return context.skip(`${result.reason}. ${result.cure}`)
    case 'fail': {
      const { message, expected, found, cure } = result.deviation
      const curl = exchanges.at(-1)?.curl
      const lines = [
        message,
        ...(expected === undefined ? [] : [`expected: ${expected}`]),
        ...(found === undefined ? [] : [`found:    ${found}`]),
        ...(cure === undefined ? [] : [`cure:     ${cure}`]),
        ...(curl === undefined || curl === '' ? [] : [`request:  ${curl}`]),
        `again:    ${repeat}`,
      ]
      throw quiet('NotConforming', lines.join('\n'))
    }
    case 'suite-error':
      throw quiet('SuiteFault', result.error)
  }
}

/** Where in this file it was thrown helps nobody. */
function quiet(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  error.stack = `${name}: ${message}`
  return error
}
