/** AUTH-2 for the write operations: refused, and not done either. */
import type { Case, CaseContext, HttpAnswer } from '../src/conformance/index.ts'
import { told } from './endpoint-probe.ts'
import { otherSpellings } from './path-spellings.ts'
import { unknownLike } from './key-variants.ts'
import { make, newFields, nothingStored } from './written-record.ts'

interface Attempt {
  /** "a write without a key". */
  what: string
  authorization: string | null
  /** Below the base URL; the contract's path unless given. */
  target?: string
}

export const unauthorizedWrite: Case = {
  id: 'AUTH-NONE-WRITES',
  title: 'Without a key that somebody has, nothing is written',
  basis: { kind: 'stated', statements: ['AUTH-2'] },
  safety: 'write',
  needs: ['fullKey', 'section'],
  evidence:
    'A record created with the key and shown by the report; refusals of the same without a key, under another spelling ' +
    'of the path, and with a random key; none of those records in the report.',
  async run(context) {
    const control = await make(context)
    const { path } = context.contract.operations.writeRecords
    const [, spelled] = otherSpellings(path, path)
    const attempts: Attempt[] = [
      { what: 'a write without a key', authorization: null },
      { what: 'a write with a random key', authorization: `Bearer ${unknownLike(context.key(), context.random)}` },
    ]
    if (spelled !== undefined) {
      const { target } = spelled
      attempts.push({ what: `a write to ${target} without a key`, authorization: null, target })
    }
    const refusals: string[] = []
    for (const attempt of attempts) refusals.push(await attempted(context, attempt))
    return `The record ${control.id} was created with the key; ${refusals.join(', ')}, and the report shows none of those.`
  },
}

async function attempted(context: CaseContext, { what, authorization, target }: Attempt): Promise<string> {
  const { id: section } = context.sample('section')
  const { fields, text } = newFields(context)
  const asked = { operations: [{ section, fields }] }
  const request = context.request('writeRecords', asked, authorization)
  const answer = await context.send(target === undefined ? request : { ...request, url: context.baseUrl + target })
  const refused = refusedWrite(context, answer, asked)
  for (const id of refused.made) context.records.adopt(section, id)
  const stored = await nothingStored(context, text)
  context.check(stored === 0 && refused.made.length === 0, {
    message: `${what} was done`,
    expected: 'a refusal, and no record',
    found: `${told(answer)}; ${stored} such ${stored === 1 ? 'record' : 'records'} in the report`,
  })
  if (!refused.isRefused) {
    context.unjudged(
      `${what} did nothing, but was not refused: ${told(answer)}`,
      'If this is how the target refuses, describe it in an overlay.',
    )
  }
  return `${what} was refused with ${answer.status}`
}

/** Whether a write was refused, as a whole or in its results; and the ids of what it says to have made. */
export function refusedWrite(
  context: CaseContext,
  answer: HttpAnswer,
  asked: Parameters<typeof context.request<'writeRecords'>>[1],
): { isRefused: boolean; made: (number | string)[] } {
  const meaning = context.meaning('writeRecords', answer, asked)
  if (meaning === undefined) {
    return { isRefused: context.treatment('writeRecords', answer).kind === 'refused', made: [] }
  }
  const done = meaning.results.filter(({ outcome }) => outcome !== 'failed')
  return {
    isRefused: meaning.results.length > 0 && done.length === 0,
    made: done.flatMap(({ recordId }) => (recordId === undefined ? [] : [recordId])),
  }
}
