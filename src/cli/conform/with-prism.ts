/** `--with-prism`: every exchange is judged by Prism as well, and where the two differ is told. */
import type { Carrier } from '../../conformance/index.ts'
import type { Contract } from '../../contract/index.ts'
import { disagreements } from '../proxy/agreement.ts'
import type { Disagreement } from '../proxy/agreement.ts'
import { createSecondJudge } from '../proxy/second-judge.ts'

export interface PrismBeside {
  carrierFor(id: string): Carrier
  /** A sentence about each difference, or one that there is none. */
  notices(): string[]
  close(): Promise<void>
}

/** @throws UsageError when Prism is not installed, or does not start */
export async function prismBeside(wish: { contract: Contract; baseUrl: string }): Promise<PrismBeside> {
  const judge = await createSecondJudge(wish)
  const found = new Map<string, { disagreement: Disagreement; cases: Set<string>; count: number }>()
  let compared = 0
  let unknown = 0
  let unshown = 0
  return {
    carrierFor: (id) => async (request, signal) => {
      const seen = await judge.exchange(request, signal)
      if (seen.known === undefined) unknown += 1
      else if (seen.findings === undefined) unshown += 1
      else compared += 1
      for (const disagreement of disagreements(request, seen)) {
        const { operation, side, accuser, message } = disagreement
        const key = [operation, side, accuser, message.replaceAll(/\d+/g, '0')].join(' ')
        const entry = found.get(key) ?? { disagreement, cases: new Set<string>(), count: 0 }
        entry.cases.add(id)
        found.set(key, { ...entry, count: entry.count + 1 })
      }
      return seen.answer
    },
    notices() {
      const rest = [
        ...(unknown === 0 ? [] : [`${unknown} more have paths or methods that are not in the contract`]),
        ...(unshown === 0 ? [] : [`${unshown} with malformed JSON, which it cannot take, were not shown to it`]),
      ].map((text) => `; ${text}`).join('')
      if (found.size === 0) return [`Prism agrees with this toolkit on each of ${compared} exchanges${rest}.`]
      return [...found.values()].map(({ disagreement: { operation, side, accuser, message }, cases, count }) => {
        const other = accuser === 'Prism' ? 'this toolkit' : 'Prism'
        const where = `${[...cases].slice(0, 5).join(', ')}${cases.size > 5 ? ` and ${cases.size - 5} more` : ''}`
        return `${accuser} finds fault with the ${side} of ${operation} and ${other} does not: ${message} (${count} of ${compared} exchanges, in ${where}).`
      })
    },
    close: () => judge.close(),
  }
}
