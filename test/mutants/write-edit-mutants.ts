import type { JsonObject } from '../../src/core/index.ts'
import type { Mutant } from './mutant.ts'
import { operationsOf, resultsOf } from './notice.ts'
import { changingFields, fieldsOf, isCreation, isEdit, operating, withOperations, withResults, writing } from './written.ts'

/** WRI-1: editing records. */
export const editMutants: readonly Mutant[] = [
  {
    name: 'write-edit-swallowed',
    wrong: 'An edit is told as done, and not done.',
    ...changingFields((operation) => isEdit(operation) && isOfEntities(operation) && !isUnsound(operation), () => ({ active: true })),
  },
  {
    name: 'write-edit-empties',
    wrong: 'An edit empties a field that it does not name.',
    ...changingFields((operation) => isEdit(operation) && isOfEntities(operation), (fields) => ({ trade_name: null, ...fields })),
  },
  {
    name: 'write-edit-from-start',
    wrong: 'An edit starts from the record as it was created.',
    ...remembering((operation, created) => [{ ...operation, fields: { ...created, ...fieldsOf(operation) } }]),
  },
  {
    name: 'write-edit-copies',
    wrong: 'An edit makes a second record with the new values, too.',
    ...remembering((operation, created) => [operation, { section: 'entities', fields: { ...created, ...fieldsOf(operation) } }]),
  },
  {
    name: 'write-edit-neighbour',
    wrong: 'An edit is done to the record before as well.',
    ...remembering((operation) => [operation, { ...operation, id: Number(operation['id']) - 1 }]),
  },
  {
    name: 'write-edit-first-field',
    wrong: 'An edit changes the first of its fields only.',
    ...changingFields((operation) => isEdit(operation) && isOfEntities(operation) && !isUnsound(operation), (fields) => Object.fromEntries(Object.entries(fields).slice(0, 1))),
  },
  {
    name: 'write-outcomes',
    wrong: 'Whatever was done is told as edited.',
    ...writing(() => async (request, forward) =>
      withResults(await forward(request), (result) => (result['outcome'] === 'failed' ? result : { ...result, outcome: 'edited' }))),
  },
]

function isOfEntities({ section }: JsonObject): boolean {
  return section === 'entities'
}

/** It is refused by the mock for the sake of its fields. */
function isUnsound(operation: JsonObject): boolean {
  return 'ensayo_no_such_field' in fieldsOf(operation)
}

/** Edits of records that were created before are replaced by other operations, of which the first is told. */
function remembering(change: (operation: JsonObject, created: JsonObject) => JsonObject[]): Partial<Mutant> {
  return writing(() => {
    const created = new Map<string, JsonObject>()
    return async (request, forward) => {
      const operations = operationsOf(request)
      const [operation] = operations
      const known = operation === undefined ? undefined : created.get(String(operation['id']))
      if (operation !== undefined && known !== undefined && isEdit(operation) && isOfEntities(operation) && !isUnsound(operation)) {
        const answer = await forward(operating(request, change(operation, known)))
        return { ...answer, body: new TextEncoder().encode(JSON.stringify({ results: resultsOf(answer).slice(0, 1) })) }
      }
      const answer = await forward(withOperations(request, (one) => one))
      operations.forEach((one, at) => {
        const id = resultsOf(answer)[at]?.['id']
        if (isCreation(one) && id !== undefined && isOfEntities(one)) created.set(String(id), fieldsOf(one))
      })
      return answer
    }
  })
}
