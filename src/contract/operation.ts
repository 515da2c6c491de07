/** One inbound operation: its request and its answers, in meaning, bound to the contract's names. */
import { isJsonObject, success } from '../core/index.ts'
import type { DocumentAnswer, JsonObject, Meanings, OperationId, Problem, ReportPage } from '../core/index.ts'
import { formatAsked, reportMeaning, writeMeaning } from './answer-meaning.ts'
import { compileAnswers } from './answer.ts'
import type { AnswerSource } from './answer.ts'
import { missingRoles, unfillablePlace } from './binding.ts'
import type { ContractProblem } from './contract-error.ts'
import type { Meaning } from './codec.ts'
import { gatherDocument, spreadDocument } from './document-answer.ts'
import { bareRefusal } from './refusal.ts'
import { compileRequest } from './request.ts'
import { createPointers, withPointers } from './request-pointers.ts'
import { operationNeeds } from './roles.ts'
import type { Role } from './roles.ts'
import type { Document } from './schema.ts'
import { namesToMeaning, namesToWire } from './section-names.ts'
import type { SectionNames } from './section-names.ts'
import type { HttpMethod, Operation, WireAnswer } from './types.ts'
import type { Validation } from './validation.ts'

export interface OperationSource<Id extends OperationId> {
  id: Id
  document: Document
  validation: Validation
  sections: SectionNames | undefined
  method: HttpMethod
  path: string
  operation: JsonObject
  pathItem: JsonObject
  /** See `AnswerSource`. */
  refusals: AnswerSource['refusals']
}

export interface CompiledOperation<Id extends OperationId> {
  operation: Operation<Id>
  /** The roles that it needs and the contract does not bind. */
  missing: ContractProblem[]
  /** Writes a refusal as the contract describes it here; undefined when it does not. */
  describedProblem(problem: Problem): WireAnswer | undefined
}

/** Compiles an operation. */
export function compileOperation<Id extends OperationId>(source: OperationSource<Id>): CompiledOperation<Id> {
  const { id, document, validation, sections, method, path, operation, pathItem, refusals } = source
  const requestRoles = new Set<Role>()
  const answerRoles = new Set<Role>()
  const missing: ContractProblem[] = []
  const unfillable = (place: string) => missing.push(unfillablePlace(id, place))
  const request = compileRequest({
    document,
    validation,
    method,
    path,
    operation,
    pathItem,
    findings: { bound: (role) => requestRoles.add(role), unfillable },
  })
  const answers = compileAnswers({
    document,
    validation,
    responses: isJsonObject(operation.responses) ? operation.responses : {},
    where: id,
    findings: { bound: (role) => answerRoles.add(role), unfillable },
    refusals,
  })
  const needs = operationNeeds[id]
  missing.push(
    ...missingRoles(`${id} request`, needs.request, requestRoles, operation['x-role-absent']),
    ...missingRoles(`${id} answer`, needs.answer, answerRoles, operation['x-role-absent']),
  )
  if (id === 'generateDocument' && ![...answerRoles].some((role) => documentRoles.has(role))) {
    missing.push({ message: `the ${id} answer lacks the document; give the node that has it x-role: ${[...documentRoles].join(' or ')}` })
  }

  const toWire = (meaning: Meaning) => (sections === undefined ? meaning : namesToWire(sections, meaning))
  const toMeaning = (meaning: Meaning) => (sections === undefined ? meaning : namesToMeaning(sections, meaning))
  const pointers = createPointers(request, sections)
  const security = operation.security ?? document.security

  const describedProblem = (problem: Problem) => answers.encodeProblem(pointers.problemToWire(problem))
  const compiled: Operation<Id> = {
    id,
    method,
    path,
    summary: typeof operation.summary === 'string' ? operation.summary : id,
    authenticated: Array.isArray(security) && security.length > 0,
    requestMediaTypes: request.mediaTypes,
    decodeRequest(wire) {
      const decoded = request.decode(wire)
      return decoded.ok ? success(asMeaning<Meanings[Id]['request']>(toMeaning(decoded.value))) : decoded
    },
    encodeRequest: (meaning) => request.encode(toWire(meaning)),
    encodeAnswer(meaning) {
      if (isWrite(id, meaning)) return answers.encode(toWire(withPointers(meaning, pointers.toWire)))
      if (!isDocument(id, meaning)) return answers.encode(toWire(meaning))
      const spread = spreadDocument(meaning)
      return answers.encode(spread.meaning, spread.prefer)
    },
    encodeProblem: (problem) => describedProblem(problem) ?? bareRefusal(problem),
    checkAnswer: (answer) => answers.check(answer),
    decodeAnswer(answer, asked) {
      const decoded = answers.decode(answer)
      if (decoded.kind === 'unknown') return { ...decoded, status: answer.status }
      if (decoded.kind === 'refusal') return { kind: 'refusal', refusal: pointers.refusalToMeaning(decoded.refusal) }
      const meaning = toMeaning(decoded.meaning)
      if (id === 'writeRecords' && Array.isArray(meaning.results)) {
        const results = writeMeaning(asMeaning<Meanings['writeRecords']['answer']>(meaning).results, asked)
        return { kind: 'answer', value: asMeaning(withPointers({ results }, pointers.toMeaning)) }
      }
      if (id === 'runReport') return { kind: 'answer', value: asMeaning(reportMeaning(asMeaning<ReportPage>(meaning), asked)) }
      if (id !== 'generateDocument') return { kind: 'answer', value: asMeaning(meaning) }
      const gathered = gatherDocument(meaning, formatAsked(asked, request.defaults))
      if (gathered !== undefined) return { kind: 'answer', value: asMeaning(gathered) }
      return { kind: 'unknown', status: answer.status, reason: 'the answer does not say which format it has' }
    },
  }
  return { operation: compiled, missing, describedProblem }
}

const documentRoles: ReadonlySet<Role> = new Set<Role>(['document.html', 'document.json', 'document.pdf', 'document.content'])

type AnyAnswer = Meanings[OperationId]['answer']

function isDocument(id: OperationId, meaning: AnyAnswer): meaning is DocumentAnswer {
  return id === 'generateDocument' && 'format' in meaning
}

function isWrite(id: OperationId, meaning: AnyAnswer): meaning is Meanings['writeRecords']['answer'] {
  return id === 'writeRecords' && 'results' in meaning
}

/**
 * The one place where the loosely typed codec meets the typed meaning. What it rests on: a request was
 * validated before, and each role's schema type fits the role's kind. An answer of a deployment that breaks
 * the contract can still hold something else, which is why `checkAnswer` stands beside `decodeAnswer`.
 */
function asMeaning<T>(meaning: Meaning): T {
  return meaning as T
}
