import type { HttpAnswer } from '../../src/conformance/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { altering, answerOf, textIn, withAnswer } from './mutant.ts'
import type { Mutant } from './mutant.ts'
import { operationsOf, resultsOf } from './notice.ts'
import { rowsOf } from './report-mutants.ts'
import { changing, changingFields, changingTexts, fieldsOf, isCreation, operating, withOperations, withResults, writing } from './written.ts'

/** WRI-1, WRI-4: creating records, and what is told of it. */
export const createMutants: readonly Mutant[] = [
  { name: 'write-create-loses-field', wrong: 'A new record has no phone.', ...changingFields(isCreation, ({ phone: _, ...fields }) => fields) },
  {
    name: 'write-create-swallowed',
    wrong: 'A creation is told as done, and not done.',
    ...writing(({ full = '' }) => async (request, forward) =>
      operationsOf(request).every(isCreation) && request.headers['authorization'] === `Bearer ${full}`
        ? answerOf(200, { results: operationsOf(request).map(({ section = '' }, at) => ({ section, id: 99_990 + at, outcome: 'created' })) })
        : forward(request)),
  },
  {
    name: 'write-create-twice',
    wrong: 'A creation makes two records.',
    ...writing(() => async (request, forward) => {
      const creations = operationsOf(request).filter(isCreation)
      if (creations.length > 0) await forward(operating(request, creations))
      return forward(request)
    }),
  },
  {
    name: 'write-wrong-id',
    wrong: 'The id told of a new record is one too high.',
    ...writing(() => async (request, forward) =>
      withResults(await forward(request), (result) => (result['outcome'] === 'created' ? { ...result, id: Number(result['id']) + 1 } : result))),
  },
  {
    name: 'write-crossed-ids',
    wrong: 'Every new record but the first is told under the id of the one before.',
    ...writing(() => {
      let before: number | undefined
      return async (request, forward) =>
        withResults(await forward(request), (result) => {
          if (result['outcome'] !== 'created') return result
          const id = before ?? Number(result['id'])
          before = Number(result['id'])
          return { ...result, id }
        })
    }),
  },
  {
    name: 'write-overwrites',
    wrong: 'A creation overwrites the record that was created before.',
    ...writing(() => {
      let known: JsonObject[] = []
      return async (request, forward) => {
        const overwriting = withOperations(request, (operation) => {
          const last = known.find(({ section }) => section === operation['section'])
          return isCreation(operation) && last !== undefined ? { ...operation, id: last['id'] ?? null } : operation
        })
        const answer = await forward(overwriting)
        known = [...resultsOf(answer).filter(({ outcome }) => outcome === 'created'), ...known]
        return answer
      }
    }),
  },
  {
    name: 'write-idempotent',
    wrong: 'A creation with the same values gives the record that has them.',
    ...writing(() => {
      const known = new Map<string, HttpAnswer>()
      return async (request, forward) => {
        if (!operationsOf(request).every(isCreation)) return forward(request)
        const text = textIn(request)
        const answer = known.get(text) ?? (await forward(request))
        known.set(text, answer)
        return answer
      }
    }),
  },
  {
    name: 'write-batch-last-lost',
    wrong: 'Of several operations the last is told as done, and not done.',
    ...writing(() => async (request, forward) => {
      const operations = operationsOf(request)
      if (operations.length < 2) return forward(request)
      const answer = await forward(operating(request, operations.slice(0, -1)))
      return withAnswer(answer, (body) => ({ ...body, results: [...resultsOf(answer), { section: 'entities', id: 99_999, outcome: 'created' }] }))
    }),
  },
  {
    name: 'write-batch-first-only',
    wrong: 'Of several operations only the first is done, and told.',
    ...writing(() => (request, forward) => forward(operationsOf(request).length < 2 ? request : operating(request, operationsOf(request).slice(0, 1)))),
  },
  {
    name: 'write-results-reversed',
    wrong: 'The results come in another order than the operations.',
    ...writing(() => async (request, forward) => {
      const answer = await forward(request)
      return withAnswer(answer, (body) => ({ ...body, results: resultsOf(answer).toReversed() }))
    }),
  },
  {
    name: 'write-shown-later',
    wrong: 'The first reading after a creation does not show the new record.',
    ...altering(['writeRecords', 'runReport'], () => {
      const hidden = new Set<string>()
      return async (request, forward, id) => {
        const answer = await forward(request)
        if (id === 'writeRecords') {
          for (const result of resultsOf(answer)) if (result['outcome'] === 'created') hidden.add(String(result['id']))
          return answer
        }
        return withAnswer(answer, (body) => ({ ...body, rows: rowsOf(body).filter((row) => !hidden.delete(String(row['id']))) }))
      }
    }),
  },
  {
    name: 'write-own-only',
    wrong: 'A new record is shown only to who created it.',
    ...altering(['runReport'], ({ second = '' }) => async (request, forward) => {
      const answer = await forward(request)
      if (request.headers['authorization'] !== `Bearer ${second}`) return answer
      return withAnswer(answer, (body) => ({ ...body, rows: rowsOf(body).filter((row) => !String(row['name']).includes('ens-')) }))
    }),
  },
  {
    name: 'write-one-section',
    wrong: 'Creations in another section than entities are told as done, and not done.',
    ...writing(({ full = '' }) => async (request, forward) => {
      const [operation] = operationsOf(request)
      const isElsewhere = request.headers['authorization'] === `Bearer ${full}` && operation !== undefined && isCreation(operation) && operation['section'] === 'stock'
      return isElsewhere ? answerOf(200, { results: [{ section: 'stock', id: 99_999, outcome: 'created' }] }) : forward(request)
    }),
  },
  { name: 'write-accents-lost', wrong: 'Texts lose their accents.', ...changingTexts((text) => text.normalize('NFD').replace(/\p{M}/gu, '')) },
  { name: 'write-quotes-doubled', wrong: 'Apostrophes are doubled.', ...changingTexts((text) => text.replaceAll("'", "''")) },
  { name: 'write-latin-only', wrong: 'Letters beyond Latin become question marks.', ...changingTexts((text) => text.replace(/[^\u0000-\u00ff]/gu, '?')) },
  { name: 'write-markup-escaped', wrong: 'Signs of markup are stored as references.', ...changingTexts((text) => text.replaceAll('<', '&lt;')) },
  { name: 'write-text-cut', wrong: 'Texts are cut after 80 characters.', ...changingTexts((text) => text.slice(0, 80)) },
  { name: 'write-zeros-lost', wrong: 'Texts of digits lose their leading zeros.', ...changingTexts((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)) },
  {
    name: 'write-defaults-forced',
    wrong: 'A new record is in the capital, whatever was sent.',
    ...changing((operation) => (isCreation(operation) && 'city' in fieldsOf(operation) ? { ...operation, fields: { ...fieldsOf(operation), city: 'Madrid' } } : operation)),
  },
]
