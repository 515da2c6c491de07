/** A map that forgets what was used longest ago. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Keeps at most `entries` values whose weights add up to at most `weight`; a value that weighs more than
 * that by itself is not kept.
 */
export function createRecent<Value>({
  entries,
  weight = Number.POSITIVE_INFINITY,
  weigh = () => 1,
}: {
  entries: number
  weight?: number
  weigh?: (value: Value) => number
}): Recent<Value> {
  // A Map remembers the order of insertion: the first key is the one used longest ago.
  const kept = new Map<string, Value>()
  let load = 0

  function forget(key: string, value: Value): void {
    kept.delete(key)
    load -= weigh(value)
  }

  return {
    get(key) {
      const value = kept.get(key)
      if (value !== undefined) {
        kept.delete(key)
        kept.set(key, value)
      }
      return value
    },
    set(key, value) {
      const before = kept.get(key)
      if (before !== undefined) forget(key, before)
      kept.set(key, value)
      load += weigh(value)
      for (const [oldest, oldValue] of kept) {
        if (kept.size <= entries && load <= weight) break
        forget(oldest, oldValue)
      }
    },
  }
}
