/** Loading: a document becomes the effective, frozen contract. */
import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, OperationId, Problem } from '../core/index.ts'
import type { AnswerSource } from './answer.ts'
import { ContractError } from './contract-error.ts'
import type { ContractProblem } from './contract-error.ts'
import { compileNotification } from './notification.ts'
import { compileOperation } from './operation.ts'
import { bareRefusal } from './refusal.ts'
import { operationNeeds } from './roles.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import { sectionNames } from './section-names.ts'
import type { Contract, HttpMethod, Operation, OverlayHistory, WireAnswer } from './types.ts'
import { createValidation } from './validation.ts'

const methods: readonly HttpMethod[] = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']

/** The generated bundle of the hand-written contract. */
export const bundledContract = new URL('../../openapi/generated/openapi.json', import.meta.url)

export interface LoadOptions {
  /** Paths of OpenAPI Overlays (YAML or JSON), applied in order. */
  overlays?: readonly string[]
  /** Let overlays contradict what the documentation states; the contract then lists what they did. */
  overrideStated?: boolean
}

/**
 * Reads the bundle, applies the overlays and compiles the result.
 * @throws ContractError when the effective document lacks an operation or a role that the toolkit needs, or
 *   contradicts a stated fact without leave; OverlayError when an overlay cannot be read or applied
 */
export async function loadContract({ overlays = [], overrideStated = false }: LoadOptions = {}): Promise<Contract> {
  if (overlays.length === 0) return createContract(await readBundle())
  // Only loaded when there is something to apply: it brings YAML and JSONPath along.
  const [original, { overlayDocument }] = await Promise.all([readBundle(), import('./overlaid.ts')])
  const overlaid = await overlayDocument({ original, overlays, overrideStated })
  try {
    return compileContract(overlaid.document, overlaid.history)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const problems = error.problems.map((problem) => overlaid.blamed(problem, problemsOf))
    throw new ContractError(await Promise.all(problems), { cause: error })
  }
}

/** What keeps a document from being a contract; none when nothing does. */
function problemsOf(document: JsonObject): ContractError['problems'] {
  try {
    createContract(structuredClone(document))
    return []
  } catch (error) {
    if (error instanceof ContractError) return error.problems
    throw error
  }
}

async function readBundle(): Promise<Document> {
  const document: unknown = JSON.parse(await readFile(bundledContract, 'utf8'))
  if (!isJsonObject(document)) throw new ContractError('the bundled contract is not an object; run npm run generate')
  return document
}

/**
 * Compiles a bundled document: local `$ref`s only. The document is frozen.
 * @throws ContractError naming each operation and role that is missing
 */
export function createContract(document: Document): Contract {
  return compileContract(document, { overlays: [], overridden: [], remarks: [] })
}

function compileContract(document: Document, history: OverlayHistory): Contract {
  const validation = createValidation(document)
  const sections = sectionNames(document)
  const found = findOperations(document)
  const missing: ContractProblem[] = []
  const refusals: AnswerSource['refusals'] = new Map()
  const describers: ((problem: Problem) => WireAnswer | undefined)[] = []

  const compile = <Id extends OperationId>(id: Id): Operation<Id> => {
    const place = found.get(id)
    if (place === undefined) throw new ContractError(`no operation has the operationId ${id}; add or restore it`)
    const compiled = saying(id, () => compileOperation({ id, document, validation, sections, refusals, ...place }))
    missing.push(...compiled.missing)
    describers.push(compiled.describedProblem)
    return compiled.operation
  }
  const operations = {
    ping: compile('ping'),
    whoami: compile('whoami'),
    runReport: compile('runReport'),
    generateDocument: compile('generateDocument'),
    writeRecords: compile('writeRecords'),
    validateTaxId: compile('validateTaxId'),
    validateVatId: compile('validateVatId'),
  }
  const hook = saying('recordChanged', () => compileNotification(document, validation, sections))
  missing.push(...hook.missing)
  if (missing.length > 0) throw new ContractError(missing)

  return {
    document: deepFreeze(document),
    ...history,
    operations,
    notification: hook.notification,
    encodeProblem: (problem) => encodeAnywhere(describers, problem),
  }
}

/** Puts the operation's name before what is wrong with it. */
function saying<T>(id: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    throw new ContractError(`${id}: ${error.message}`, { cause: error })
  }
}

interface OperationPlace {
  method: HttpMethod
  path: string
  operation: JsonObject
  pathItem: JsonObject
}

function findOperations(document: Document): Map<string, OperationPlace> {
  const places = new Map<string, OperationPlace>()
  const taken = new Map<string, string>()
  const paths = isJsonObject(document.paths) ? document.paths : {}
  for (const [path, item] of Object.entries(paths)) {
    if (!isJsonObject(item)) continue
    const pathItem = followReference(document, item)
    for (const method of methods) {
      const operation = pathItem[method.toLowerCase()]
      if (!isJsonObject(operation) || typeof operation.operationId !== 'string') continue
      const id = operation.operationId
      const other = places.get(id)
      if (other !== undefined) {
        throw new ContractError(`${id} stands at ${other.method} ${other.path} and at ${method} ${path}; remove one`)
      }
      if (!Object.hasOwn(operationNeeds, id)) continue
      places.set(id, { method, path, operation, pathItem })
      const address = `${method} ${path.toLowerCase().replaceAll(/\{[^{}]*\}/g, '{}')}`
      const rival = taken.get(address)
      if (rival !== undefined) throw new ContractError(`${rival} and ${id} are both at ${method} ${path} (PATH-1); move one of them`)
      taken.set(address, id)
    }
  }
  return places
}

/** The first operation that describes this refusal writes it; deployments rarely vary it by operation. */
function encodeAnywhere(describers: readonly ((problem: Problem) => WireAnswer | undefined)[], problem: Problem): WireAnswer {
  for (const described of describers) {
    const written = described(problem)
    if (written !== undefined) return written
  }
  return bareRefusal(problem)
}

function deepFreeze<T>(value: T): Readonly<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
