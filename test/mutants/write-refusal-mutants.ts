import type { HttpRequest } from '../../src/conformance/index.ts'
import { isJsonObject } from '../../src/core/index.ts'
import { altering, answerOf, jsonOf } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { operationsOf, resultsOf } from './notice.ts'
import { changing, fieldsOf, isCreation, operating, withOperations, withResults, writing } from './written.ts'

const unknownSection = 'ensayo-no-such-section'
const unknownField = 'ensayo_no_such_field'

/** WRI-4, BODY-1: what is no sound write. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'write-told-though-undone',
    wrong: 'When an operation fails the others are undone, and told as done.',
    ...writing(() => async (request, forward) => {
      if (!hasUnknownSection(request) || operationsOf(request).length < 2) return forward(request)
      const results = operationsOf(request).map(({ section = '' }, at) =>
        section === unknownSection
          ? { section, outcome: 'failed', error: { code: 'unknown_section', message: 'There is no such section.' } }
          : { section, id: 99_990 + at, outcome: 'created' })
      return answerOf(200, { results })
    }),
  },
  {
    name: 'write-half-done',
    wrong: 'A request with an impossible operation is refused as a whole, and what comes before it is done.',
    ...writing(() => async (request, forward) => {
      if (!hasUnknownSection(request) || operationsOf(request).length < 2) return forward(request)
      await forward(operating(request, operationsOf(request).slice(0, 1)))
      return answerOf(422, { type: 'about:blank', title: 'Invalid request', status: 422, code: 'invalid' })
    }),
  },
  {
    name: 'write-atomic',
    wrong: 'A request with an impossible operation is refused as a whole.',
    ...writing(() => async (request, forward) =>
      hasUnknownSection(request) && operationsOf(request).length > 1
        ? answerOf(422, { type: 'about:blank', title: 'Invalid request', status: 422, code: 'invalid' })
        : forward(request)),
  },
  {
    name: 'write-failed-though-done',
    wrong: 'What is created beside an impossible operation is told as failed.',
    ...writing(() => async (request, forward) => {
      const answer = await forward(request)
      if (!hasUnknownSection(request)) return answer
      return withResults(answer, ({ section = '' }) => ({ section, outcome: 'failed', error: { code: 'unknown_section', message: 'There is no such section.' } }))
    }),
  },
  {
    name: 'write-cut-json',
    wrong: 'JSON that breaks off is completed.',
    ...repairing((body) => (isJson(`${body}}`) ? `${body}}` : body)),
  },
  {
    name: 'write-stray-signs',
    wrong: 'What follows the JSON is not looked at.',
    ...repairing((body) => [1, 2, 3, 4, 5].map((cut) => body.slice(0, -cut)).find(isJson) ?? body),
  },
  {
    name: 'write-unknown-section',
    wrong: 'What is for an unknown section goes to the first one.',
    ...changing((operation) => (operation['section'] === unknownSection ? { ...operation, section: 'entities' } : operation)),
  },
  {
    name: 'write-unknown-field',
    wrong: 'Fields that do not exist are left out.',
    ...changing((operation) => {
      const { [unknownField]: _, ...fields } = fieldsOf(operation)
      return isCreation(operation) ? { ...operation, fields } : operation
    }),
  },
  {
    name: 'write-any-type',
    wrong: 'An object in the place of a text is stored as its JSON.',
    ...changing((operation) => ({
      ...operation,
      fields: Object.fromEntries(Object.entries(fieldsOf(operation)).map(([name, value]) => [name, isJsonObject(value) ? JSON.stringify(value) : value])),
    })),
  },
  {
    name: 'write-upsert',
    wrong: 'An edit of a record that does not exist creates it.',
    ...writing(() => async (request, forward) => {
      const answer = await forward(request)
      const isUnknown = resultsOf(answer).some(({ error }) => isJsonObject(error) && error['code'] === 'unknown_record')
      return isUnknown ? forward(withOperations(request, ({ id: _, ...operation }) => operation)) : answer
    }),
  },
  {
    name: 'write-empty',
    wrong: 'A request without operations is answered with no results.',
    ...altering(['writeRecords'], () => async (request, forward) => {
      const { operations } = jsonOf(request) ?? {}
      return Array.isArray(operations) && operations.length === 0 ? answerOf(200, { results: [] }) : forward(request)
    }),
  },
  {
    name: 'write-refused-edit-done',
    wrong: 'Of an edit that is refused the possible part is done.',
    ...writing(() => async (request, forward) => {
      const [operation] = operationsOf(request)
      if (operation !== undefined && !isCreation(operation) && unknownField in fieldsOf(operation)) {
        const { [unknownField]: _, ...fields } = fieldsOf(operation)
        await forward(operating(request, [{ ...operation, fields }]))
      }
      return forward(request)
    }),
  },
  {
    name: 'write-refused-done',
    wrong: 'A creation that is refused for an unknown field is done without it.',
    ...writing(() => async (request, forward) => {
      const [operation] = operationsOf(request)
      if (operation !== undefined && isCreation(operation) && unknownField in fieldsOf(operation)) {
        const { [unknownField]: _, ...fields } = fieldsOf(operation)
        await forward(operating(request, [{ ...operation, fields }]))
      }
      return forward(request)
    }),
  },
]

function hasUnknownSection(request: HttpRequest): boolean {
  return operationsOf(request).some(({ section }) => section === unknownSection)
}

/** Bodies that are no JSON are made some. */
function repairing(repair: (body: string) => string): Partial<Mutant> {
  return altering(['writeRecords'], () => (request, forward) => {
    const { body } = request
    if (typeof body !== 'string' || isJson(body)) return forward(request)
    const repaired = repair(body)
    return forward(isJson(repaired) ? { ...request, body: repaired } : request)
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
