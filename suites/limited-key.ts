/** The user who may do less: AUTH-3 is judged by what they are refused. */
import type { CaseContext } from '../src/conformance/index.ts'
import { told, whoami } from './endpoint-probe.ts'

/** The limited key must be one that works: otherwise its refusals show nothing. */
export async function limitedKeyWorks(context: CaseContext): Promise<void> {
  const answer = await context.send(whoami.request(context, limited(context)))
  if (whoami.content(context, answer) === undefined) {
    context.unjudged(`whoami does not know the limited key: ${told(answer)}`, 'See that the limited key is in force.')
  }
}

export function limited(context: CaseContext): string {
  return `Bearer ${context.key('limited')}`
}
