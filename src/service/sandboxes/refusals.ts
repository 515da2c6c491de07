import { refusal } from '../../core/index.ts'

export function noSandbox(id: string): ReturnType<typeof refusal> {
  return refusal({ kind: 'notFound', message: `There is no sandbox ${JSON.stringify(id)}; it may have expired.` })
}

/** `what` begins the sentence: "There is no user". */
export function missing(what: string, id: string | number): ReturnType<typeof refusal> {
  return refusal({ kind: 'notFound', message: `There is no ${what} ${JSON.stringify(id)} in this sandbox.` })
}

/** One violation at a place of the request. */
export function invalid(pointer: string, message: string, expected?: string): ReturnType<typeof refusal> {
  const violation = expected === undefined ? { pointer, message } : { pointer, message, expected }
  return refusal({ kind: 'invalid', message, violations: [violation] })
}
