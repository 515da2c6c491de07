import { rootCause, tlsFailure } from '../core/index.ts'

/** Why a request got no whole answer, in one readable line: `fetch` itself only says that it failed. */
export function networkCause(error: unknown): string {
  const origin = rootCause(error)
  if (!(origin instanceof Error)) return String(origin)
  // Fetch standard, "port blocking".
  if (origin.message === 'bad port') return 'fetch never calls this port, which belongs to another protocol (bad port)'
  const code = 'code' in origin && typeof origin.code === 'string' ? origin.code : ''
  const message = origin.message || code || origin.name
  return tlsFailure(code) ?? (code === '' || message.includes(code) ? message : `${message} (${code})`)
}
