import { writeErrorCodes } from '../../core/index.ts'
import type { WriteError, WriteErrorCode, WriteErrorDetail } from '../../core/index.ts'

/** One thing that is wrong with the fields of an operation. */
export interface Violation {
  code: WriteErrorCode
  detail: WriteErrorDetail
}

/** The way to a value inside `fields`: names of fields and positions in lists. */
export type FieldPath = readonly (string | number)[]

/**
 * A violation at a field. The message becomes `The field <path> <rest>.`, so `rest` starts with a verb and
 * says how to mend it; `expected` says in a few words what would have been accepted.
 */
export function violation(code: WriteErrorCode, path: FieldPath, rest: string, expected?: string): Violation {
  const subject = path.length === 0 ? 'The record' : `The field ${shortened(path.join('/'))}`
  const message = `${subject} ${rest}.`
  const detail: WriteErrorDetail = { pointer: pointerTo(path), message }
  if (expected !== undefined) detail.expected = expected
  return { code, detail }
}

/** More than this many violations of one operation help nobody, and a request could cause any number. */
export const mostViolations = 50

/** One error out of all violations: the gravest code, its first message, and every violation as a detail. */
export function errorOf(violations: readonly Violation[]): WriteError {
  const gravest = violations.reduce((worst, next) => (gravity(next) < gravity(worst) ? next : worst))
  const more = violations.length === 1 ? '' : ' The details name further violations.'
  return {
    code: gravest.code,
    message: gravest.detail.message + more,
    details: violations.slice(0, mostViolations).map(({ detail }) => detail),
  }
}

/** The codes stand in the order in which a client should mend them. */
function gravity({ code }: Violation): number {
  return writeErrorCodes.indexOf(code)
}

/** RFC 6901, section 3: `~` and `/` are escaped. */
function pointerTo(path: FieldPath): string {
  return `/fields${path.map((part) => `/${escaped(String(part))}`).join('')}`
}

function escaped(part: string): string {
  return shortened(part).replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A field's name may be as long as a request: what is sent back stays readable. */
function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
