/** PING-1 … PING-3: the service says that it runs, to anybody. */
import { mediaTypeOf, textOf } from '../src/conformance/index.ts'
import type { CaseContext, HttpAnswer, Suite } from '../src/conformance/index.ts'
import { unknownLike } from './key-variants.ts'

/** What "short" is taken to be, in characters: a line or two of greeting, not a page. */
const longestGreeting = 500

async function ping(context: CaseContext, authorization?: string): Promise<HttpAnswer> {
  return context.send(context.request('ping', {}, authorization ?? null))
}

/** PING-1 holds; what the other cases compare with. */
async function greeting(context: CaseContext): Promise<HttpAnswer> {
  const answer = await ping(context)
  if (answer.status !== 200) context.unjudged(`GET / answers ${answer.status}, not 200`, 'See the case PING-OK.')
  return answer
}

export const pingSuite: Suite = {
  area: 'ping',
  title: 'Ping',
  cases: [
    {
      id: 'PING-OK',
      title: 'GET / answers 200 while the service runs',
      basis: { kind: 'stated', statements: ['PING-1'] },
      safety: 'read',
      needs: [],
      evidence: 'The status 200.',
      async run(context) {
        const { status } = await ping(context)
        context.check(status === 200, {
          message: 'GET / is not answered with 200',
          expected: '200',
          found: String(status),
        })
        return 'GET / was answered with 200.'
      },
    },
    {
      id: 'PING-TEXT',
      title: 'The greeting is short plain text',
      basis: { kind: 'stated', statements: ['PING-2'] },
      safety: 'read',
      needs: [],
      evidence: 'A body of one to some hundred characters that is neither JSON nor HTML.',
      async run(context) {
        const answer = await greeting(context)
        const text = textOf(answer).trim()
        const found = `${mediaTypeOf(answer) || 'no media type'}: ${text.slice(0, 80)}`
        context.check(text.length > 0, { message: 'the greeting is empty', expected: 'a short text', found })
        context.check(text.length <= longestGreeting, {
          message: `the greeting has ${text.length} characters`,
          expected: 'a short text',
          found,
        })
        context.check(!isJsonContainer(text) && !isHtml(text), {
          message: 'the greeting is not plain text',
          expected: 'plain text',
          found,
        })
        return `The greeting is ${text.length} characters of text: "${text.slice(0, 80)}".`
      },
    },
    {
      id: 'PING-NO-KEY',
      title: 'GET / needs no key',
      basis: { kind: 'stated', statements: ['PING-3'] },
      safety: 'read',
      needs: [],
      evidence: 'The greeting, given to a request without any credentials.',
      async run(context) {
        const answer = await ping(context)
        context.check(![401, 403, 407].includes(answer.status), {
          message: 'GET / is refused without a key',
          expected: '200',
          found: String(answer.status),
        })
        return `Without a key, GET / was answered with "${greetingIn(context, answer)}".`
      },
    },
    {
      id: 'PING-WRONG-KEY',
      title: 'GET / is answered whatever credentials come with it',
      basis: { kind: 'stated', statements: ['PING-3'] },
      safety: 'read',
      needs: [],
      evidence: 'The greeting without credentials, and the same status and kind of answer with a key that nobody has.',
      async run(context) {
        greetingIn(context, await greeting(context))
        const answer = await ping(context, `Bearer ${unknownLike('no-key-00000000', context.random)}`)
        const { status } = answer
        if (status >= 500) {
          context.unjudged(`GET / then got status ${status}`, 'See that the target runs.')
        }
        context.check(status < 300, {
          message: 'GET / is refused with a key that nobody has',
          expected: '200',
          found: String(status),
        })
        return `With a key that nobody has, GET / was answered with "${greetingIn(context, answer)}".`
      },
    },
  ],
}

/** A text for people, by which one sees that it was the service that answered; unjudged when it is none. */
function greetingIn(context: CaseContext, answer: HttpAnswer): string {
  const text = textOf(answer).trim()
  if (answer.status === 200 && text !== '' && !isJsonContainer(text) && !isHtml(text)) return text.slice(0, 80)
  return context.unjudged('GET / is answered with no greeting', 'See the cases PING-OK and PING-TEXT.')
}

/** A greeting in quotation marks, or one that is a number, is text as well. */
function isJsonContainer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function isHtml(text: string): boolean {
  return /^<(?:!doctype|html|head|body|div|p|h1)\b/i.test(text)
}
