import { refusal } from '../../core/index.ts'

/** One violation at a place of the request. */
export function invalid(pointer: string, message: string, expected?: string): ReturnType<typeof refusal> {
  const violation = expected === undefined ? { pointer, message } : { pointer, message, expected }
  return refusal({ kind: 'invalid', message, violations: [violation] })
}

export function notFound(message: string): ReturnType<typeof refusal> {
  return refusal({ kind: 'notFound', message })
}
