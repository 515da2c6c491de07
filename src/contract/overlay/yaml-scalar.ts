/**
 * The value of a plain scalar in the core schema of YAML 1.2.2 (section 10.3.2): `yes` and `2026-11-20` are
 * text, `0o17` is 15. Infinities and NaN come out as numbers, which JSON lacks.
 */
export function plainScalar(text: string): string | number | boolean | null {
  const word = words.get(text)
  if (word !== undefined) return word
  // Most scalars are words; their first letter tells that they are no number either.
  const first = text.charCodeAt(0)
  if (first > 0x39 || first < 0x2b) return text
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8)
  if (/^0x[\da-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16)
  return /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text) ? Number(text) : text
}

const words: ReadonlyMap<string, number | boolean | null> = new Map<string, number | boolean | null>([
  ...['', '~', 'null', 'Null', 'NULL'].map((text): [string, null] => [text, null]),
  ...['true', 'True', 'TRUE'].map((text): [string, boolean] => [text, true]),
  ...['false', 'False', 'FALSE'].map((text): [string, boolean] => [text, false]),
  ...['.nan', '.NaN', '.NAN'].map((text): [string, number] => [text, Number.NaN]),
  ...['.inf', '.Inf', '.INF'].flatMap((text): [string, number][] => [
    [text, Infinity],
    [`+${text}`, Infinity],
    [`-${text}`, -Infinity],
  ]),
])
