/** Whether there is a receiver at all. It comes first: where this fails nothing else can be judged. */
import { inWords } from '../../src/conformance/receiver-check/index.ts'
import type { CheckArea } from '../../src/conformance/receiver-check/index.ts'
import { demandAccepted } from './answer-laws.ts'

/** There was no connection on which anything could have been said. */
const neverThere = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|wrong version number/

export const acceptanceChecks: CheckArea = {
  area: 'acceptance',
  title: 'Acceptance',
  checks: [
    {
      id: 'RCV-ACCEPTS',
      title: 'A valid notification is answered with 2xx in less than 10 seconds',
      basis: { kind: 'must', source: 'HOOK-2; HOOK-5' },
      reason: 'Without it every notification is retried and, in the end, lost. Nothing else can be judged either.',
      cure: 'Answer 204 to a POST that carries a notification and the right token. Do the work after the answer.',
      needs: ['http'],
      evidence: 'A 2xx status, whole, within the time.',
      async run(context) {
        const answer = await context.deliver()
        if (answer.kind === 'broken' && neverThere.test(answer.cause)) {
          return context.unjudged(`the receiver cannot be reached (${inWords(answer)})`, 'Check the URL of --to, its scheme and port, and that the receiver runs.')
        }
        demandAccepted(context, answer, 'a valid notification')
        return `${inWords(answer)} after ${Math.round(answer.durationMs)} ms`
      },
    },
  ],
}
