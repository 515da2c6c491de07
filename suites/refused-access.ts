/** Whether a request that must be refused was refused, and told nothing. */
import { mediaTypeOf, textOf } from '../src/conformance/index.ts'
import type { CaseContext, HttpAnswer, HttpRequest } from '../src/conformance/index.ts'
import { controlOf } from './endpoint-probe.ts'
import type { Content, Probe } from './endpoint-probe.ts'

/** Shorter texts occur in any answer. */
const shortestTelling = 6
/** A text or two may be there by chance: a name in the page's footer. */
const tooMany = 3

/**
 * What the endpoint gives to the full key. Of whoami, whose request has nothing assumed in it, even in a shape that the
 * contract does not know: whoever has no key must not get that either. Unjudged when it gives nothing.
 */
export async function guardedContent(context: CaseContext, one: Probe): Promise<Content> {
  const request = one.request(context)
  const answer = await context.send(request)
  const content = one.content(context, answer)
  if (content !== undefined) return content
  const raw = one.id === 'whoami' ? unread(answer) : undefined
  if (raw === undefined) return controlOf(context, one)
  // Where every path is answered alike, this is not whoami.
  const elsewhere = await context.send({ ...request, url: `${context.baseUrl}/api/ensayo-no-such-path` })
  return textOf(elsewhere) === raw.gist ? controlOf(context, one) : raw
}

/** JSON that tells something, by its texts. */
function unread(answer: HttpAnswer): Content | undefined {
  if (answer.status !== 200 || !/\bjson$/.test(mediaTypeOf(answer))) return undefined
  const gist = textOf(answer)
  const texts = [...gist.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].flatMap(([, text]) => (text === undefined ? [] : [text]))
  const telling = texts.filter((text) => text.length >= shortestTelling)
  return telling.length === 0 ? undefined : { gist, texts: telling, shown: `a JSON text of ${gist.length} characters` }
}

/**
 * Sends a request that the endpoint must refuse, and gives the status of the refusal. Broken when the answer holds what
 * the endpoint has; unjudged when it is neither that nor a refusal. `what` names the request: "a request without a key".
 */
export async function refusedAccess(
  context: CaseContext,
  one: Probe,
  control: Content,
  request: HttpRequest,
  what: string,
): Promise<number> {
  const answer = await context.send(request)
  const content = one.content(context, answer) ?? (textOf(answer) === control.gist ? control : undefined)
  if (content !== undefined) {
    context.broken({
      message: `${what} is answered with ${one.noun}`,
      expected: 'a refusal',
      found: `status ${answer.status} and ${content.shown}`,
    })
  }
  const told = leaked(control, answer, request)
  if (told.length > 0) {
    context.broken({
      message: `${what} is refused, but the answer holds what only the key's user may see`,
      expected: 'a refusal that tells nothing',
      found: `status ${answer.status} and ${told.map((text) => `"${text}"`).join(', ')}`,
    })
  }
  return refusal(context, one, answer, what)
}

function refusal(context: CaseContext, { id }: Probe, answer: HttpAnswer, what: string): number {
  const treatment = context.treatment(id, answer)
  const { status } = treatment
  if (treatment.kind === 'refused') return status
  return context.unjudged(
    `${what} was neither refused nor given what there is: ${treatment.kind === 'unclear' ? treatment.reason : `status ${status}`}`,
    'If this is how the target refuses, describe it in an overlay.',
  )
}

/** Texts of the content that the answer holds although the request did not; none unless there are several of them. */
export function leaked({ texts }: Content, answer: HttpAnswer, request: HttpRequest): string[] {
  const asked = `${request.url} ${typeof request.body === 'string' ? request.body : ''}`
  const wasAsked = (text: string) => asked.includes(text) || asked.includes(encodeURIComponent(text))
  const telling = [...new Set(texts)].filter((text) => text.length >= shortestTelling && !wasAsked(text))
  const shown = textOf(answer)
  const found = telling.filter((text) => shown.includes(text) || shown.includes(JSON.stringify(text).slice(1, -1)))
  return found.length > 0 && found.length >= Math.min(tooMany, telling.length) ? found.slice(0, tooMany) : []
}
