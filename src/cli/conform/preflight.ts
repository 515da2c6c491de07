/** Whether there is anything at all at the target, before cases ask it one thing after the other. */
import { networkCause } from '../../client/index.ts'
import { overTheNetwork } from '../../conformance/index.ts'
import type { Contract } from '../../contract/index.ts'
import { UsageError } from '../usage-error.ts'

/**
 * One ping (PING-1), which needs no key; any answer will do.
 * @throws UsageError when there is none in time
 */
export async function demandAnswer(wish: { baseUrl: string; contract: Contract; timeoutMs: number }): Promise<void> {
  const { baseUrl, contract, timeoutMs } = wish
  const { method, target, headers } = contract.operations.ping.encodeRequest({})
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await overTheNetwork({ method, url: baseUrl + target, headers }, signal)
  } catch (error) {
    const why = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : networkCause(error)
    throw new UsageError(`nothing answers at ${baseUrl}: ${why}; see that the service runs and that the URL is right`)
  }
}
