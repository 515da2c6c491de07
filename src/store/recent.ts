/** A map of bounded size that forgets what has not been used for some time. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Keeps at most `entries` values whose weights add up to at most `weight`, and at least half of that.
 *
 * There are two generations: what is used goes to the young one; when that is full it becomes the old one, and
 * what was in the old one is forgotten. (To delete and insert again in one Map, the usual way to keep the order
 * of use, costs V8 time in proportion to the size of the Map.)
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
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  let load = 0

  function set(key: string, value: Value): void {
    const before = young.get(key)
    const change = weigh(value) - (before === undefined ? 0 : weigh(before))
    const isFull = load + change > weight / 2 || (before === undefined && young.size >= entries / 2)
    if (isFull) {
      young.delete(key)
      old = young
      young = new Map()
      load = 0
      // Too heavy to be kept at all.
      if (weigh(value) > weight / 2) return
    }
    load += isFull ? weigh(value) : change
    young.set(key, value)
  }

  return {
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
  }
}
