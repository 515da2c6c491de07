/** How long a notification may be. */
import { inWords } from '../../src/conformance/receiver-check/index.ts'
import type { Check } from '../../src/conformance/receiver-check/index.ts'
import { demandUnshaken, statusOf } from './answer-laws.ts'
import { full } from './notification-forms.ts'
import { accepts, usable } from './payload-forms.ts'

const megabyte = 1_000_000

export const sizeChecks: readonly Check[] = [
  accepts(
    {
      id: 'RCV-PAYLOAD-20KB',
      title: 'A notification of 20 KB is accepted',
      basis: { kind: 'must', source: 'HOOK-5; GAP-HOOK-BODY' },
      reason: 'A record with long notes or many lines is that long, and its notifications would all be lost.',
      cure: 'Set the limit for bodies to a megabyte; many servers and proxies begin with less.',
    },
    (context) =>
      usable(context, [
        { name: 'a full notification of 20 KB', prepared: full(context, { name: 'Ensayo', notes: 'x'.repeat(20_000) }) },
        { name: 'a thin one of 20 KB', prepared: context.notification({ changedFields: Array.from({ length: 2000 }, (_, at) => `field${at}`) }) },
      ]),
  ),
  {
    id: 'RCV-PAYLOAD-1MB',
    title: 'A notification of 1 MB is accepted, or refused in order',
    basis: { kind: 'should', source: 'RFC 9110, section 15.5.14' },
    reason: 'A connection that is cut, or an error, looks like a failure of the network and is retried for days.',
    cure: 'Answer 413 to what is longer than you accept.',
    needs: ['http'],
    evidence: 'A 2xx or a 4xx status.',
    async run(context) {
      const prepared = full(context, { name: 'Ensayo', notes: 'x'.repeat(megabyte) })
      const answer = await context.between(() => context.deliver(prepared))
      demandUnshaken(context, answer, 'a notification of 1 MB')
      return `answered with ${statusOf(answer)}`
    },
  },
  {
    id: 'RCV-PAYLOAD-LIMIT',
    title: 'There is a limit: 12 MB are refused with 413',
    basis: { kind: 'should', source: 'RFC 9110, section 15.5.14; OWASP API4:2023' },
    reason: 'Without a limit a few long requests at once fill the memory, and the process ends.',
    cure: 'Refuse a body with 413 as soon as its declared or its actual length is over the limit. A megabyte is plenty.',
    needs: ['http'],
    evidence: 'Status 413, or a connection that is closed while the body is still being sent.',
    async run(context) {
      const prepared = full(context, { name: 'Ensayo', notes: 'x'.repeat(12 * megabyte) })
      const answer = await context.between(() => context.deliver(prepared))
      if (answer.kind === 'broken') {
        context.note('it closes the connection without an answer; 413 would tell the sender why')
        return 'the connection was closed before the whole body was taken'
      }
      context.check(statusOf(answer) === 413, {
        message: `12 MB are answered by ${inWords(answer)}`,
        expected: '413',
        found: inWords(answer),
      })
      return 'refused with 413'
    },
  },
]
