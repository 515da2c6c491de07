/**
 * Where refusals point. A violation found by the service points into meaning (`/parameters/since`, or
 * `/fields/name` relative to one write operation); on the wire it has to point at what was really sent.
 */
import type { Problem, Refusal, WriteResult } from '../core/index.ts'
import { pointerOf, pointerTokens } from './pointer.ts'
import type { RequestCodec } from './request.ts'
import type { SectionNames } from './section-names.ts'

/** Maps a pointer that is relative to one operation on a section. */
type MapPointer = (pointer: string, section: string) => string

export interface RequestPointers {
  toWire: MapPointer
  toMeaning: MapPointer
  problemToWire(problem: Problem): Problem
  refusalToMeaning(refusal: Refusal): Refusal
}

const anOperation = '/operations/0'

export function createPointers(request: RequestCodec, sections: SectionNames | undefined): RequestPointers {
  const prefix = request.wirePointer(anOperation)
  const fields = request.wirePointer(`${anOperation}/fields`).slice(prefix.length)
  const renameField = (pointer: string, parent: string, rename: (name: string) => string) => {
    if (!pointer.startsWith(`${parent}/`)) return pointer
    const [name, ...rest] = pointerTokens(pointer.slice(parent.length))
    return name === undefined ? pointer : parent + pointerOf([rename(name), ...rest])
  }
  return {
    toWire(pointer, section) {
      const wire = request.wirePointer(anOperation + pointer)
      const relative = wire.startsWith(prefix) ? wire.slice(prefix.length) : pointer
      return sections === undefined ? relative : renameField(relative, fields, sections.fieldsOf(section).toWire)
    },
    toMeaning(pointer, section) {
      const meaning = request.meaningPointer(prefix + pointer)
      const relative = meaning.startsWith(anOperation) ? meaning.slice(anOperation.length) : pointer
      return sections === undefined ? relative : renameField(relative, '/fields', sections.fieldsOf(section).toMeaning)
    },
    problemToWire(problem) {
      if (problem.kind !== 'invalid') return problem
      const violations = problem.violations.map((violation) => ({
        ...violation,
        pointer: request.wirePointer(violation.pointer),
      }))
      return { ...problem, violations }
    },
    refusalToMeaning(refusal) {
      if (refusal.details === undefined) return refusal
      const details = refusal.details.map((detail) =>
        detail.pointer === undefined ? detail : { ...detail, pointer: request.meaningPointer(detail.pointer) },
      )
      return { ...refusal, details }
    },
  }
}

/** Write results with every pointer of their errors mapped. */
export function withPointers(answer: { results: WriteResult[] }, map: MapPointer): { results: WriteResult[] } {
  if (!answer.results.some((result) => result.error?.details !== undefined)) return answer
  return {
    ...answer,
    results: answer.results.map((result) => {
      const { error } = result
      if (error?.details === undefined) return result
      const details = error.details.map((detail) => ({ ...detail, pointer: map(detail.pointer, result.section) }))
      return { ...result, error: { ...error, details } }
    }),
  }
}
