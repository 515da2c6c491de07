/** Lets so many in at once, the others in the order in which they came. */
export function createGate(places: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next()
  }
  return async () => {
    if (inside < places) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return leave
  }
}
