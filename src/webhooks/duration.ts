/** Lengths of time as people write them: `500ms`, `30s`, `1m30s`, `2h`, `14d`. */

/** Milliseconds. */
export type Duration = number

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

const pattern = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/

/** Ten years: beyond it, an instant plus a few of them would be no date any more. */
const longest: Duration = 3650 * 86_400_000

/**
 * Whole numbers with their units, the larger unit first and none twice; `0s` is a length, the empty text and
 * a number without a unit are not. Gives undefined for anything else, and for more than ten years.
 */
export function parseDuration(text: string): Duration | undefined {
  const parts = pattern.exec(text)
  if (parts === null || text === '') return undefined
  const total = units.reduce((sum, [, size], index) => sum + Number(parts[index + 1] ?? 0) * size, 0)
  return total <= longest ? total : undefined
}

/** The shortest text that `parseDuration` reads as the same length: `5400000` is `1h30m`. */
export function formatDuration(duration: Duration): string {
  let rest = duration
  let text = ''
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) text += `${count}${unit}`
  }
  return text === '' ? '0s' : text
}
