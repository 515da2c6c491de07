/** Several requests on one connection. */
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext, Connection, RawAnswer } from '../../src/conformance/receiver-check/index.ts'
import { demandAccepted } from './answer-laws.ts'
import { withoutBody } from './http-requests.ts'

const inOneGo = 20

/** Sends on the connection while it lasts, on a further one where it has ended as announced. */
function createLine({ connect, delivery }: CheckContext) {
  let connection: Connection | undefined
  let opened = 0
  return {
    opened: () => opened,
    async send(changes: Parameters<CheckContext['deliver']>[1] = {}): Promise<RawAnswer> {
      if (connection === undefined || !connection.isOpen()) {
        connection = connect()
        opened += 1
      }
      return connection.send(delivery(undefined, changes))
    },
  }
}

export const connectionChecks: readonly Check[] = [
  {
    id: 'RCV-HTTP-KEEP-ALIVE',
    title: '20 notifications follow one another on one connection',
    basis: { kind: 'must', source: 'RFC 9112, sections 9.3 and 9.6' },
    reason: 'A sender keeps its connection. One that is dropped without a word takes the next notification with it.',
    cure: 'Let the server keep connections open. Where one has to be closed, say so with `Connection: close` in the answer before.',
    needs: ['http'],
    evidence: `A 2xx status to each of ${inOneGo}, on a connection that ends only when the answer before has said so.`,
    async run(context) {
      await context.control()
      const line = createLine(context)
      for (let number = 1; number <= inOneGo; number += 1) {
        demandAccepted(context, await line.send(), `notification ${number} of ${inOneGo} on one connection`)
      }
      await context.control()
      if (line.opened() > 1) context.note(`it closed the connection now and then: ${line.opened()} were needed`)
      return `all ${inOneGo} were accepted on ${line.opened() === 1 ? 'one connection' : `${line.opened()} connections`}`
    },
  },
  {
    id: 'RCV-HTTP-AFTER-ERROR',
    title: 'After a refusal the connection still works, or is closed',
    basis: { kind: 'must', source: 'RFC 9112, section 9.3' },
    reason: 'What is left of a refused request is read as the beginning of the next one, which is lost without a reason to be seen.',
    cure: 'Read the rest of a body that you refuse, or answer with `Connection: close`.',
    needs: ['http'],
    evidence: 'A valid notification accepted after each of several refused ones.',
    async run(context) {
      await context.control()
      const line = createLine(context)
      const spoilt = {
        'a damaged body': { body: '{"' },
        'another method': { method: 'PUT' },
        'missing credentials': { headers: context.delivery().headers.filter(([name]) => name !== 'Authorization') },
        'another media type': { headers: context.delivery().headers.map(([name, value]) => [name, /^content-type$/i.test(name) ? 'text/plain' : value] as const) },
      }
      for (const [name, changes] of Object.entries(spoilt)) {
        await line.send(changes)
        const answer = await line.send()
        context.check(isAccepted(answer), {
          message: `after ${name}, a valid notification on the same connection is answered by ${inWords(answer)}`,
          expected: 'a 2xx status, or `Connection: close` in the answer before',
          found: inWords(answer),
        })
      }
      await context.control()
      return `a valid notification was accepted after ${Object.keys(spoilt).join(', ')}`
    },
  },
  {
    id: 'RCV-HTTP-HEAD',
    title: 'HEAD is answered without a body',
    basis: { kind: 'must', source: 'RFC 9110, section 9.3.2' },
    reason: 'The body that must not be there is read as the answer to the next request on the connection.',
    cure: 'Leave HEAD to the server, or send the head alone.',
    needs: ['http'],
    evidence: 'On the same connection, a valid notification that is accepted after HEAD.',
    async run(context) {
      await context.control()
      const line = createLine(context)
      const head = await line.send({ method: 'HEAD', ...withoutBody(context) })
      context.check(head.kind === 'answered', `HEAD is answered by ${inWords(head)}`)
      const answer = await line.send()
      context.check(isAccepted(answer), {
        message: `after HEAD, a valid notification on the same connection is answered by ${inWords(answer)}`,
        expected: 'a 2xx status',
        found: inWords(answer),
      })
      await context.control()
      return `HEAD ${inWords(head)}, then a notification ${inWords(answer)}`
    },
  },
]
