/**
 * The value of a plain scalar in the core schema of YAML 1.2.2 (section 10.3.2): `yes` and `2026-11-20` are
 * text, `0o17` is 15. Infinities and NaN come out as numbers, which JSON lacks.
 */
export function plainScalar(text: string): string | number | boolean | null {
  // Most scalars are words; their first letter tells that they are nothing else.
  if (!/^[-+.\d~tTfFnN]|^$/.test(text)) return text
  if (/^(~|null|Null|NULL|)$/.test(text)) return null
  if (/^(true|True|TRUE)$/.test(text)) return true
  if (/^(false|False|FALSE)$/.test(text)) return false
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8)
  if (/^0x[\da-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16)
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text)) return Number(text)
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return /^\.(nan|NaN|NAN)$/.test(text) ? NaN : text
}
