/**
 * Where refusals point. A violation found by the service points into meaning (`/parameters/since`, or
 * `/fields/name` relative to one write operation); on the wire it has to point at what was really sent.
 */
import type { Problem, Refusal, WriteResult } from '../core/index.ts'
import type { Direction } from './name-pair.ts'
import { pointerOf, pointerTokens } from './pointer.ts'
import type { RequestCodec } from './request.ts'
import { renamePath } from './section-names.ts'
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
  const renamed = (pointer: string, parent: string, section: string, direction: Direction) => {
    const names = sections?.fieldsOf(section)
    if (names === undefined || !pointer.startsWith(`${parent}/`)) return pointer
    return parent + pointerOf(renamePath(names, pointerTokens(pointer.slice(parent.length)), direction))
  }
  return {
    toWire(pointer, section) {
      const wire = request.wirePointer(anOperation + pointer)
      return renamed(wire.startsWith(prefix) ? wire.slice(prefix.length) : pointer, fields, section, 'toWire')
    },
    toMeaning(pointer, section) {
      const meaning = request.meaningPointer(prefix + pointer)
      const relative = meaning.startsWith(anOperation) ? meaning.slice(anOperation.length) : pointer
      return renamed(relative, '/fields', section, 'toMeaning')
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
      const details = refusal.details.map((detail) => withPointer(detail, request.meaningPointer))
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
      const details = error.details.map((detail) => withPointer(detail, (pointer) => map(pointer, result.section)))
      return { ...result, error: { ...error, details } }
    }),
  }
}

/** A deployment may have details without pointers. */
function withPointer<Detail extends { pointer?: string }>(detail: Detail, map: (pointer: string) => string): Detail {
  return typeof detail.pointer === 'string' ? { ...detail, pointer: map(detail.pointer) } : detail
}
