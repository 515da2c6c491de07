/** Which records a query gives a row for, one bit for each id. */
export interface Members {
  readonly count: number
  /** Of memory. */
  readonly bytes: number
  put(id: number, isMember: boolean): void
}

/** So that whoever gives a record a number beyond all others does not take the memory for all up to it. */
export const highestMember = 16_000_000

export function createMembers(ids: Iterable<number>): Members {
  let bits = new Uint8Array(1024)
  let count = 0

  function put(id: number, isMember: boolean): void {
    const place = Math.floor(id / 8)
    const bit = 1 << (id % 8)
    if (place >= bits.length) {
      if (!isMember) return
      const grown = new Uint8Array(Math.max(place + 1, bits.length * 2))
      grown.set(bits)
      bits = grown
    }
    const before = bits[place] ?? 0
    if (((before & bit) !== 0) === isMember) return
    bits[place] = before ^ bit
    count += isMember ? 1 : -1
  }

  for (const id of ids) put(id, true)
  return {
    get count() {
      return count
    },
    get bytes() {
      return bits.length
    },
    put,
  }
}
