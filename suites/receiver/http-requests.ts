/** What a request may look like, and what it must not do. */
import { gzipSync } from 'node:zlib'
import { inWords, isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext, RawDelivery } from '../../src/conformance/receiver-check/index.ts'
import { demandAccepted, demandUnshaken, headerOf, statusOf } from './answer-laws.ts'

type Headers = RawDelivery['headers']

function withHeader(headers: Headers, name: string, value: string): Headers {
  return [...headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase()), [name, value]]
}

const lost = 'A sender that writes it so is right, and each of its notifications would be lost.'

const contentTypes = ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json ; charset=utf-8']
const spellings = ['Application/JSON', 'APPLICATION/JSON']

function acceptsTypes(told: Pick<Check, 'id' | 'title' | 'basis' | 'cure'>, types: readonly string[]): Check {
  return {
    ...told,
    reason: lost,
    needs: ['http'],
    evidence: 'A 2xx status to each spelling.',
    async run(context) {
      await context.between(async () => {
        for (const type of types) {
          const headers = withHeader(context.delivery().headers, 'Content-Type', type)
          demandAccepted(context, await context.deliver(undefined, { headers }), `\`Content-Type: ${type}\``)
        }
      })
      return `accepted: ${types.join(', ')}`
    },
  }
}

export const requestChecks: readonly Check[] = [
  {
    id: 'RCV-HTTP-REDIRECT',
    title: 'The URL itself takes notifications, without a redirect',
    basis: { kind: 'must', source: 'HOOK-5' },
    reason: 'A redirect is no 2xx; who follows it turns the POST into a GET (RFC 9110, section 15.4) or drops the token.',
    cure: 'Give the service the address that answers in the end: with https, the right host, and with or without the last slash.',
    needs: ['http'],
    evidence: 'A status that is no 3xx at the exact URL.',
    async run(context) {
      const answer = await context.deliver()
      const status = statusOf(answer)
      const [to = 'nowhere'] = headerOf(answer, 'location')
      context.check(status < 300 || status >= 400, { message: `it redirects to ${to}`, expected: 'a 2xx status', found: String(status) })
      if (isAccepted(answer)) return `${inWords(answer)} at ${context.url.pathname}`
      return context.unjudged(`a valid notification is not accepted (${inWords(answer)})`, 'See RCV-ACCEPTS first.')
    },
  },
  acceptsTypes(
    {
      id: 'RCV-HTTP-CHARSET',
      title: 'The media type may have the parameter charset',
      basis: { kind: 'must', source: 'RFC 9110, section 8.3.1' },
      cure: 'Compare the media type without its parameters.',
    },
    contentTypes,
  ),
  acceptsTypes(
    {
      id: 'RCV-HTTP-TYPE-CASE',
      title: 'The media type is read in any letter case',
      basis: { kind: 'must', source: 'RFC 9110, section 8.3.1' },
      cure: 'Compare the media type without regard to case.',
    },
    spellings,
  ),
  {
    id: 'RCV-HTTP-TYPE',
    title: 'Other media types are refused',
    basis: { kind: 'should', source: 'RFC 9110, section 15.5.16; BODY-1' },
    reason: 'A page in a browser can send forms and plain text to you from any of your users\' machines, but not JSON.',
    cure: 'Answer 415 to any media type but application/json.',
    needs: ['http'],
    evidence: 'A 4xx status to a notification declared as a form, plain text or XML.',
    async run(context) {
      const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'multipart/form-data; boundary=ensayo']
      const statuses = await context.between(async () => {
        const seen = new Set<number>()
        for (const type of types) {
          const headers = withHeader(context.delivery().headers, 'Content-Type', type)
          const answer = await context.deliver(undefined, { headers })
          const status = statusOf(answer)
          context.check(status >= 400 && status < 500, { message: `a notification as ${type} is answered by ${inWords(answer)}`, expected: '415', found: inWords(answer) })
          seen.add(status)
        }
        return seen
      })
      return `refused with ${[...statuses].join(', ')}`
    },
  },
  {
    id: 'RCV-HTTP-HEADER-CASE',
    title: 'Names of headers are read in any letter case',
    basis: { kind: 'must', source: 'RFC 9110, section 5.1' },
    reason: `${lost} Proxies change the case of names, and HTTP/2 has lower case only.`,
    cure: 'Look headers up without regard to case, as every framework does by default.',
    needs: ['http'],
    evidence: 'A 2xx status with all names in lower case and in upper case.',
    async run(context) {
      await context.between(async () => {
        for (const write of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()]) {
          const plain = [...context.delivery().headers, ['Host', context.url.host] as const]
          const headers = plain.map(([name, value]) => [write(name), value] as const)
          demandAccepted(context, await context.deliver(undefined, { headers }), `a notification with \`${write('Content-Type')}\``)
        }
      })
      return 'lower case and upper case were accepted'
    },
  },
  {
    id: 'RCV-HTTP-CHUNKED',
    title: 'A body in chunks is accepted',
    basis: { kind: 'must', source: 'RFC 9112, section 7.1' },
    reason: 'Senders that do not know the length in advance, and many proxies, send chunks. Each such notification would be lost.',
    cure: 'Read the body to its end, whatever Content-Length says. Do not ask for that header.',
    needs: ['http'],
    evidence: 'A 2xx status to a notification in one chunk and in nine.',
    async run(context) {
      await context.between(async () => {
        for (const parts of [1, 9]) {
          const answer = await context.deliver(undefined, { framing: 'chunked', dribble: { parts, overMs: 0 } })
          demandAccepted(context, answer, `a notification in ${parts === 1 ? 'one chunk' : `${parts} chunks`}`)
        }
      })
      return 'one chunk and nine chunks were accepted'
    },
  },
  {
    id: 'RCV-HTTP-EXPECT',
    title: '`Expect: 100-continue` is answered',
    basis: { kind: 'must', source: 'RFC 9110, section 10.1.1' },
    reason: 'A sender that asks first waits for the answer; some send nothing until they have it, and the notification is lost.',
    cure: 'Answer 100 or a final status as soon as the head has come. Most servers do when nobody turns it off.',
    needs: ['http'],
    evidence: 'A 2xx status to a notification whose body waits for 100 Continue.',
    async run(context) {
      const headers = [...context.delivery().headers, ['Expect', '100-continue'] as const]
      const answer = await context.between(() => context.deliver(undefined, { headers, expectContinue: true }))
      demandAccepted(context, answer, 'a notification with `Expect: 100-continue`')
      if (answer.durationMs > 2900) context.note('100 Continue did not come within 3 s; the body was then sent all the same')
      return `${inWords(answer)} after ${Math.round(answer.durationMs)} ms`
    },
  },
  {
    id: 'RCV-HTTP-GZIP',
    title: 'A compressed body is read, or refused in order',
    basis: { kind: 'should', source: 'RFC 9110, sections 8.4 and 15.5.16' },
    reason: 'Compressed bytes that are taken for text give an error of your own, which is retried for days.',
    cure: 'Answer 415 to a Content-Encoding that you do not read.',
    needs: ['http'],
    evidence: 'A 2xx or a 4xx status.',
    async run(context) {
      const headers = withHeader(context.delivery().headers, 'Content-Encoding', 'gzip')
      const body = gzipSync(context.notification().body)
      const answer = await context.between(() => context.deliver(undefined, { headers, body }))
      demandUnshaken(context, answer, 'a notification compressed by gzip')
      return `answered with ${statusOf(answer)}`
    },
  },
  {
    id: 'RCV-HTTP-METHODS',
    title: 'Methods other than POST are refused',
    basis: { kind: 'should', source: 'HOOK-2; RFC 9110, section 15.5.6' },
    reason: 'What is accepted by any method can be set off by a link, a preview or a crawler.',
    cure: 'Take notifications by POST only. Answer 405 with `Allow: POST` to the others.',
    needs: ['http'],
    evidence: 'A 4xx or 501 status to PUT, PATCH and DELETE.',
    async run(context) {
      const statuses = await context.between(async () => {
        const seen: string[] = []
        for (const method of ['PUT', 'PATCH', 'DELETE']) {
          const answer = await context.deliver(undefined, { method })
          const status = statusOf(answer)
          context.check((status >= 400 && status < 500) || status === 501, {
            message: `${method} is answered by ${inWords(answer)}`,
            expected: '405',
            found: inWords(answer),
          })
          seen.push(`${method} ${status}`)
        }
        return seen
      })
      return statuses.join(', ')
    },
  },
  {
    id: 'RCV-HTTP-ALLOW',
    title: 'A 405 names the methods that are allowed',
    basis: { kind: 'must', source: 'RFC 9110, section 15.5.6' },
    reason: 'Without the header a 405 is no valid HTTP, and nobody can tell what the address is for.',
    cure: 'Add `Allow: POST` to every 405.',
    needs: ['http'],
    evidence: 'The header Allow with POST in each 405.',
    async run(context) {
      const seen = await context.between(async () => {
        const all: string[] = []
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await context.deliver(undefined, { method, ...(method === 'GET' ? withoutBody(context) : {}) })
          if (statusOf(answer) !== 405) continue
          const allowed = headerOf(answer, 'allow').join(', ')
          context.check(/\bPOST\b/.test(allowed), {
            message: `the 405 to ${method} does not say that POST is allowed`,
            expected: 'Allow: POST',
            found: allowed === '' ? 'no Allow header' : `Allow: ${allowed}`,
          })
          all.push(method)
        }
        return all
      })
      return seen.length === 0 ? 'it answers none of GET, PUT and DELETE with 405' : `Allow with POST in the 405 to ${seen.join(', ')}`
    },
  },
  {
    id: 'RCV-HTTP-OPTIONS',
    title: 'OPTIONS and GET do no harm',
    basis: { kind: 'should', source: 'RFC 9110, sections 9.2.1 and 9.3.7' },
    reason: 'Monitors, browsers and crawlers send them. An error wakes somebody, and an effect is worse.',
    cure: 'Answer OPTIONS with 204 and Allow, and GET with 405.',
    needs: ['http'],
    evidence: 'A status below 500 to both.',
    async run(context) {
      const answers = await context.between(async () => {
        const seen: string[] = []
        for (const method of ['OPTIONS', 'GET']) {
          const answer = await context.deliver(undefined, { method, ...withoutBody(context) })
          const status = statusOf(answer)
          context.check(status >= 200 && (status < 500 || status === 501), {
            message: `${method} is answered by ${inWords(answer)}`,
            expected: 'a status below 500',
            found: inWords(answer),
          })
          seen.push(`${method} ${status}`)
        }
        return seen
      })
      return answers.join(', ')
    },
  },
]

export function withoutBody({ delivery }: CheckContext): Partial<RawDelivery> {
  const headers = delivery().headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return { headers, body: '', framing: 'none' }
}
