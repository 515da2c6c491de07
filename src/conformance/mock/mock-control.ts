/** The control API of a running mock, as one who steers it from outside calls it. */
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { Unjudged } from '../judgement.ts'

/** One request to the control API; rejects with `Unjudged` when it is refused. */
export type MockControl = (method: string, path: string, body?: JsonObject) => Promise<unknown>

export interface MockControlOptions {
  /** The mock's, without a trailing slash. */
  baseUrl: string
  /** What the control API asks for beyond loopback. */
  controlToken?: string
}

export function createMockControl({ baseUrl, controlToken }: MockControlOptions): MockControl {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/_ensayo${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
    })
    const text = await response.text()
    if (response.ok) return text === '' ? undefined : JSON.parse(text)
    throw new Unjudged(
      `the mock's control API answered ${method} ${path} with ${response.status}: ${text.slice(0, 300)}`,
      'Give the token that the mock was started with: --control-token.',
    )
  }
}

/** The answer to a new sandbox. */
export function readSandbox(answer: unknown): { sandbox: string; keys: { key: string; login: string }[] } {
  const listed = isJsonObject(answer) ? answer['keys'] : undefined
  const sandbox = isJsonObject(answer) ? (isJsonObject(answer['sandbox']) ? answer['sandbox']['id'] : answer['id']) : undefined
  if (typeof sandbox !== 'string' || !Array.isArray(listed)) throw new Error('the mock has not told of its new sandbox')
  return { sandbox, keys: listed.flatMap(readKey) }
}

function readKey(entry: JsonValue): { key: string; login: string }[] {
  if (!isJsonObject(entry)) return []
  const { key, login } = entry
  return typeof key === 'string' && typeof login === 'string' ? [{ key, login }] : []
}
