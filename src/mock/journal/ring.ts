/** A list that forgets its oldest entries. */

export interface RingLimits {
  /** How many entries are kept at most. */
  entries: number
  /** How many bytes they may come to; the newest is kept even when it alone comes to more. */
  bytes: number
}

export interface Ring<Entry> {
  add(entry: Entry): void
  /** The oldest first. */
  all(): Entry[]
  clear(): void
}

export function createRing<Entry extends object>(
  { entries, bytes: mostBytes }: RingLimits,
  bytesOf: (entry: Entry) => number,
): Ring<Entry> {
  let kept: (Entry | undefined)[] = []
  /** Where the oldest stands: the places before it are empty, and given back from time to time. */
  let first = 0
  let held = 0

  function dropOldest(): void {
    const oldest = kept[first]
    if (oldest !== undefined) held -= bytesOf(oldest)
    kept[first] = undefined
    first += 1
    if (first <= entries) return
    kept = kept.slice(first)
    first = 0
  }

  return {
    add(entry) {
      kept.push(entry)
      held += bytesOf(entry)
      while (kept.length - first > 1 && (kept.length - first > entries || held > mostBytes)) dropOldest()
    },
    all: () => kept.slice(first).filter((entry) => entry !== undefined),
    clear() {
      kept = []
      first = 0
      held = 0
    },
  }
}
