/** Collects what is wrong with a configuration, so that all of it is told at once. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, Violation } from '../core/index.ts'

export interface Findings {
  /** `pointer` is relative to the configuration, `/url`. */
  add(pointer: string, message: string, expected?: string): void
  all(): Violation[]
}

/** `base` is the pointer of the configuration itself, `/webhooks/0`, or empty. */
export function createFindings(base: string): Findings {
  const violations: Violation[] = []
  return {
    add(pointer, message, expected) {
      const violation: Violation = { pointer: base + pointer, message }
      if (expected !== undefined) violation.expected = expected
      violations.push(violation)
    },
    all: () => violations,
  }
}

export interface ObjectPlace {
  pointer: string
  /** The subject of the sentences about it. */
  what: string
  properties: readonly string[]
  findings: Findings
}

/** The value as an object whose properties are all known; undefined when it is none. */
export function objectOf(
  value: unknown,
  { pointer, what, properties, findings }: ObjectPlace,
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    findings.add(pointer, `${what} must be an object.`, `an object with ${properties.join(', ')}`)
    return undefined
  }
  for (const name of Object.keys(value)) {
    if (properties.includes(name)) continue
    const message = `${what} has no "${shortened(name)}".`
    findings.add(`${pointer}/${pointerPart(name)}`, message, `one of ${properties.join(', ')}`)
  }
  return value
}

/** RFC 6901, section 3. */
export function pointerPart(name: string): string {
  return shortened(name).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A value of any kind, as it is quoted in a sentence. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[list]' : '[object]'
  return shortened(String(value))
}

/** What is quoted back stays readable however long it was, and holds no token that slipped into it. */
export function shortened(text: string): string {
  const plain = text.replace(/\b(token|secret)=.*/s, '$1=…')
  return plain.length > 80 ? `${plain.slice(0, 80)}…` : plain
}
