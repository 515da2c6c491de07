/** PATH-1 for the write operations. */
import type { Case } from '../src/conformance/index.ts'
import { demandSound, respellings, told } from './endpoint-probe.ts'
import { make, newFields, rowOf } from './written-record.ts'

export const spelledWrites: Case = {
  id: 'PATH-CASE-WRITES',
  title: 'Letter case does not matter in the path of the write operations',
  basis: { kind: 'stated', statements: ['PATH-1'] },
  safety: 'write',
  needs: ['fullKey', 'section'],
  evidence: "A record created under each other spelling, without a redirect, and shown by the report like one created under the contract's.",
  async run(context) {
    const { id: section } = context.sample('section')
    const control = await make(context)
    const created: string[] = []
    const spelled = respellings(context, 'writeRecords', context.request('writeRecords', { operations: [] }))
    for (const { name, request } of spelled) {
      const { fields } = newFields(context)
      const asked = { operations: [{ section, fields }] }
      const answer = await context.send({ ...context.request('writeRecords', asked), url: request.url })
      const path = request.url.slice(context.baseUrl.length)
      demandSound(context, answer, path)
      const result = context.meaning('writeRecords', answer, asked)?.results[0]
      context.check(result !== undefined, {
        message: answer.status >= 300 && answer.status < 400 ? `${path} leads elsewhere` : `${path} is not the same endpoint`,
        expected: `a result, as at ${context.contract.operations.writeRecords.path}`,
        found: told(answer),
      })
      if (result?.recordId === undefined || result.outcome === 'failed') {
        return context.unjudged(
          `another record could not be created: ${result?.error?.message ?? 'no id was told'}`,
          'Give fields that can be created any number of times in samples.section.create.',
        )
      }
      context.records.adopt(section, result.recordId)
      const row = await rowOf(context, result.recordId, (seen) => seen !== undefined)
      context.check(row !== undefined, {
        message: `what is written at ${path} is not there`,
        expected: `the record ${result.recordId} in the report, like ${control.id}`,
        found: 'no such row',
      })
      created.push(`${result.recordId} in ${name}`)
    }
    if (created.length === 0) {
      context.unjudged('the path has no letters to spell in another way', 'Nothing is to be done.')
    }
    return `Besides the record ${control.id}, the report shows those created under other spellings: ${created.join(', ')}.`
  },
}
