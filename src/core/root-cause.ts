/**
 * What lies behind a failure of the network: `fetch`, undici and `net` wrap it. Of several addresses that were tried,
 * the last failure counts.
 */
export function rootCause(error: unknown): unknown {
  let found = error
  for (let hops = 0; hops < 8; hops += 1) {
    if (found instanceof AggregateError && found.errors.length > 0) found = found.errors.at(-1)
    else if (found instanceof Error && found.cause instanceof Error) found = found.cause
    else break
  }
  return found
}
