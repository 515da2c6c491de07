/**
 * The last step to meaning. A deployment may lack a role (`x-role-absent`), and an overlay's schema may
 * forget to require what nobody can do without; both pass the contract's check. What the request says
 * already is filled in from there, the indispensable is looked for.
 */
import { isJsonObject, writeOutcomes } from '../core/index.ts'
import type { Meanings, OperationId } from '../core/index.ts'

type Completed<Answer> = { kind: 'answer'; value: Answer } | { kind: 'unexpected'; reason: string }

type Completion<Id extends OperationId> = (
  answer: Meanings[Id]['answer'],
  request: Meanings[Id]['request'],
) => Completed<Meanings[Id]['answer']>

const completions: { [Id in OperationId]: Completion<Id> } = {
  ping: (answer) => ({ kind: 'answer', value: { ...answer, greeting: answer.greeting ?? '' } }),
  whoami: (answer) => ({ kind: 'answer', value: answer }),
  generateDocument: (answer) => ({ kind: 'answer', value: answer }),
  runReport(answer, request) {
    if (!Array.isArray(answer.rows)) return lacking('rows')
    if (!answer.rows.every(isJsonObject)) return { kind: 'unexpected', reason: 'not every row is an object' }
    const { page = request.page ?? 1, pageSize = request.pageSize ?? answer.rows.length, columns = [] } = answer
    return { kind: 'answer', value: { ...answer, page, pageSize, columns } }
  },
  writeRecords(answer, { operations }) {
    if (!Array.isArray(answer.results)) return lacking('results')
    const unknown = answer.results.find(({ outcome }) => !writeOutcomes.includes(outcome))
    if (unknown !== undefined) {
      const outcome = JSON.stringify(unknown.outcome)
      return { kind: 'unexpected', reason: `a result has the outcome ${outcome}, which is not known` }
    }
    const paired = answer.results.length === operations.length
    const results = answer.results.map((result, index) => {
      const section = result.section ?? (paired ? operations[index]?.section : undefined)
      return section === undefined ? result : { ...result, section }
    })
    return { kind: 'answer', value: { results } }
  },
  validateTaxId: (answer, { value }) =>
    typeof answer.valid === 'boolean'
      ? { kind: 'answer', value: { ...answer, value: answer.value ?? value } }
      : lacking('verdict'),
  validateVatId: (answer, { value }) =>
    typeof answer.valid === 'boolean'
      ? { kind: 'answer', value: { ...answer, value: answer.value ?? value } }
      : lacking('verdict'),
}

function lacking(what: string): { kind: 'unexpected'; reason: string } {
  return { kind: 'unexpected', reason: `it has no ${what}` }
}

/** The answer with what the deployment does not tell and the request does; unexpected when it tells nothing. */
export function completeAnswer<Id extends OperationId>(
  id: Id,
  request: Meanings[Id]['request'],
  answer: Meanings[Id]['answer'],
): Completed<Meanings[Id]['answer']> {
  return completions[id](answer, request)
}
