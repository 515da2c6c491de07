/** A number from 0 to below 1 that follows from a seed and a count alone (the mulberry32 step). */
export function chanceOf(seed: number, count: number): number {
  let state = (Math.imul(seed | 0, 0x9e37_79b1) + Math.imul(count, 0x6d2b_79f5)) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296
}
