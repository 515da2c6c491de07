/** Chance that a seed fixes: the same on every machine. */
export interface Chance {
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** So many different ones, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
  shuffled<T>(list: readonly T[]): T[]
}

/** xorshift32 on a mixed seed, in 32-bit integers. */
export function createChance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  // Of seeds that differ little, the first ones are alike.
  for (let skipped = 0; skipped < 8; skipped += 1) next()
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const shuffled = <T>(list: readonly T[]): T[] =>
    list.map((item) => ({ item, place: next() })).sort((a, b) => a.place - b.place).map(({ item }) => item)
  return {
    between,
    shuffled,
    some: (list, count) => {
      const chosen = new Set(shuffled(list).slice(0, count))
      return list.filter((item) => chosen.has(item))
    },
  }
}
