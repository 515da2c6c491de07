/** A list that forgets its oldest entries. */

export interface RingLimits {
  /** How many entries are kept at most. */
  entries: number
  /** How many bytes they may come to; the newest is kept even when it alone comes to more. */
  bytes: number
}

export interface Ring<Entry> {
  add(entry: Entry, bytes: number): void
  /** The oldest first. */
  all(): Entry[]
  clear(): void
}

export function createRing<Entry>({ entries, bytes: mostBytes }: RingLimits): Ring<Entry> {
  let kept: ({ entry: Entry; bytes: number } | undefined)[] = []
  /** Where the oldest stands: the places before it are empty, and given back from time to time. */
  let first = 0
  let held = 0

  function dropOldest(): void {
    held -= kept[first]?.bytes ?? 0
    kept[first] = undefined
    first += 1
    if (first <= entries) return
    kept = kept.slice(first)
    first = 0
  }

  return {
    add(entry, bytes) {
      kept.push({ entry, bytes })
      held += bytes
      while (kept.length - first > 1 && (kept.length - first > entries || held > mostBytes)) dropOldest()
    },
    all: () => kept.slice(first).flatMap((slot) => (slot === undefined ? [] : [slot.entry])),
    clear() {
      kept = []
      first = 0
      held = 0
    },
  }
}
