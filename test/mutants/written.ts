/** Altering writes, in the names of the contract as it is without overlays. */
import type { HttpAnswer, HttpRequest, Keys } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { altering, withAnswer, withRequest } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { operationsOf, resultsOf } from './notice.ts'

export type Forward = (request: HttpRequest) => Promise<HttpAnswer>

/** The request with each operation changed; those for which there is none are left out. */
export function withOperations(request: HttpRequest, change: (operation: JsonObject) => JsonObject | undefined): HttpRequest {
  return withRequest(request, (body) => ({ ...body, operations: operationsOf(request).flatMap((one): JsonObject[] => [change(one) ?? []].flat()) }))
}

/** The answer with each result changed. */
export function withResults(answer: HttpAnswer, change: (result: JsonObject, at: number) => JsonObject): HttpAnswer {
  return withAnswer(answer, (body) => ({ ...body, results: resultsOf(answer).map(change) }))
}

export function fieldsOf({ fields }: JsonObject): JsonObject {
  return isJsonObject(fields) ? fields : {}
}

export function isCreation(operation: JsonObject): boolean {
  return operation['id'] === undefined
}

export function isEdit(operation: JsonObject): boolean {
  return !isCreation(operation) && fieldsOf(operation)['eliminado'] === undefined
}

export function isDeletion(operation: JsonObject): boolean {
  return !isCreation(operation) && fieldsOf(operation)['eliminado'] === 1
}

/** Writes of a mutant; the rest of what it says is true. */
export function writing(make: (keys: Keys) => (request: HttpRequest, forward: Forward) => Promise<HttpAnswer>): Partial<Mutant> {
  return altering(['writeRecords'], (keys) => {
    const alter = make(keys)
    return (request, forward) => (operationsOf(request).length === 0 ? forward(request) : alter(request, forward))
  })
}

/** Writes with each operation changed, and told as if it had not been. */
export function changing(change: (operation: JsonObject) => JsonObject): Partial<Mutant> {
  return writing(() => (request, forward) => forward(withOperations(request, change)))
}

/** Writes with the fields of some operations changed. */
export function changingFields(isMeant: (operation: JsonObject) => boolean, change: (fields: JsonObject) => JsonObject): Partial<Mutant> {
  return changing((operation) => (isMeant(operation) ? { ...operation, fields: change(fieldsOf(operation)) } : operation))
}

/** Writes in which all texts are changed. */
export function changingTexts(change: (text: string) => string): Partial<Mutant> {
  return changingFields(
    () => true,
    (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value])),
  )
}

/** The request with other operations. */
export function operating(request: HttpRequest, operations: readonly JsonObject[]): HttpRequest {
  return withRequest(request, () => ({ operations: [...operations] }))
}
