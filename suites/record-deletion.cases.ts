/** WRI-2, WRI-3, WRI-5: deleting is an edit of `eliminado`, and nothing else deletes. */
import { columnOf } from '../src/conformance/index.ts'
import type { Case } from '../src/conformance/index.ts'
import { sampleEdits } from './field-value.ts'
import { changedColumns } from './record-edit.cases.ts'
import { assumed, stated, writeCase } from './write-case.ts'
import { done, labelOf, make, remove, rowOf, rowsWith, find } from './written-record.ts'

export const deletionCases: readonly Case[] = [
  writeCase({
    id: 'WRI-DELETE',
    title: 'A record whose `eliminado` is edited to 1 is in no report',
    basis: stated('WRI-2', 'WRI-5'),
    evidence: 'A row that is there before the edit and not after it.',
    async run(context) {
      const written = await make(context)
      await remove(context, written)
      const row = await rowOf(context, written.id, (seen) => seen === undefined)
      context.check(row === undefined, { message: `the record ${written.id} is still shown after eliminado was edited to 1`, expected: 'no row', found: 'its row' })
      return `The record ${written.id} was shown, and is no more.`
    },
  }),
  writeCase({
    id: 'WRI-DELETE-NEIGHBOURS',
    title: 'Deleting a record leaves its neighbours as they are',
    basis: stated('WRI-2'),
    evidence: 'The records created before and after the deleted one, and those on the report’s first page, unchanged.',
    async run(context) {
      const report = context.records.report()
      const column = columnOf(report, context.sample('section').id, 'id')
      const own = [await make(context), await make(context), await make(context)] as const
      const [previous, written, next] = own
      const firstPage = async () =>
        context.given(
          await context.client().runReport({ id: report.id, parameters: report.parameters, safeColumnNames: true, page: 1, pageSize: 5 }),
          'the first page of the report',
        ).rows
      const page = await firstPage()
      const before = [await find(context, previous.id), await find(context, next.id)]
      await remove(context, written)
      const row = await rowOf(context, written.id, (seen) => seen === undefined)
      const after = [await find(context, previous.id), await find(context, next.id)]
      for (const [at, { id }] of [previous, next].entries()) {
        const was = before[at]
        const wrong = was === undefined ? undefined : changedColumns(was, after[at])
        context.check(wrong === undefined, { message: `deleting the record ${written.id} changed the record ${id}: ${wrong}` })
      }
      const now = new Set((await firstPage()).map((one) => String(one[column])))
      // One of ours may have stood there, and the last one may have moved on.
      const gone = page.slice(0, -1).find((one) => !now.has(String(one[column])) && String(one[column]) !== String(written.id))
      if (gone !== undefined && (await find(context, idOf(gone[column]))) === undefined) {
        context.broken({ message: `deleting the record ${written.id} took the record ${String(gone[column])} from the report`, expected: 'its row', found: 'none' })
      }
      if (row !== undefined) return context.unjudged('the deleted record is still shown', 'See WRI-DELETE.')
      return `After the deletion of ${written.id}, the records ${previous.id} and ${next.id} and ${page.length} rows of the first page are there.`
    },
  }),
  writeCase({
    id: 'WRI-DELETE-OTHER-VALUE',
    title: 'A record whose `eliminado` is edited to 0 stays',
    basis: stated('WRI-2'),
    evidence: 'The row, before and after.',
    async run(context) {
      const written = await make(context)
      const { id: section } = context.sample('section')
      done(context, await context.client().editRecord(section, written.id, { eliminado: 0 }), 'an edit of `eliminado` to 0')
      const row = await rowOf(context, written.id, (seen) => seen !== undefined)
      context.check(row !== undefined, { message: `the record ${written.id} is gone although eliminado was edited to 0`, expected: 'its row', found: 'none' })
      return `The record ${written.id} is shown before and after.`
    },
  }),
  writeCase({
    id: 'WRI-NO-DELETE',
    title: 'HTTP DELETE deletes nothing',
    basis: stated('WRI-3'),
    evidence: 'The record’s row after DELETE on each place where a record may be looked for.',
    async run(context) {
      const written = await make(context)
      const { id: section } = context.sample('section')
      const asked = context.request('writeRecords', { operations: [{ section, recordId: written.id, fields: { eliminado: 1 } }] })
      const place = asked.url.slice(context.baseUrl.length).split('?')[0] ?? ''
      const { 'content-type': type = 'application/json', ...headers } = asked.headers
      const id = encodeURIComponent(String(written.id))
      const tries = [
        { path: place, body: asked.body },
        { path: `${place}?id=${id}` },
        { path: `${place}/${id}` },
        { path: `${place}/${encodeURIComponent(section)}/${id}` },
        { path: `/api/${encodeURIComponent(section)}/${id}` },
        { path: `/api/records/${encodeURIComponent(section)}/${id}` },
      ]
      const statuses: number[] = []
      for (const { path, body } of tries) {
        const answer = await context.send({
          method: 'DELETE',
          url: context.baseUrl + path,
          headers: body === undefined ? headers : { ...headers, 'content-type': type },
          ...(body === undefined ? {} : { body }),
        })
        statuses.push(answer.status)
      }
      const row = await rowOf(context, written.id, (seen) => seen !== undefined)
      context.check(row !== undefined, {
        message: `a request with DELETE deleted the record (they were answered with ${statuses.join(', ')})`,
        expected: 'its row',
        found: 'none',
      })
      return `After ${tries.length} requests with DELETE (${statuses.join(', ')}) the record ${written.id} is still shown.`
    },
  }),
  writeCase({
    id: 'WRI-DELETED-EDIT',
    title: 'A deleted record cannot be edited, and stays away',
    basis: assumed('GAP-RECORD-STATES'),
    evidence: 'A refusal of the edit, and no row.',
    async run(context) {
      const [changed] = sampleEdits(context.sample('section'), context.records.report())
      if (changed === undefined) return context.unjudged('the sample names no field to edit', 'Add one to samples.section.edit.')
      const written = await make(context)
      await remove(context, written)
      const gone = await rowOf(context, written.id, (seen) => seen === undefined)
      if (gone !== undefined) return context.unjudged('the deleted record is still shown', 'See WRI-DELETE.')
      const edited = await context.client().editRecord(context.sample('section').id, written.id, { [changed.field]: changed.value })
      const refused = edited.ok ? edited.value.outcome === 'failed' : edited.error.kind === 'refused'
      if (!edited.ok && !refused) return context.unjudged(`the edit got no clear answer: ${edited.error.message}`, 'Describe the answer in an overlay.')
      context.check(refused, { message: 'a deleted record can be edited', expected: 'a refusal', found: edited.ok ? edited.value.outcome : '' })
      context.check((await find(context, written.id)) === undefined, 'the edit brought the deleted record back')
      return `The edit of the deleted record ${written.id} was refused, and it is not shown.`
    },
  }),
  writeCase({
    id: 'WRI-DELETED-AGAIN',
    title: 'Deleting twice is no fault',
    basis: assumed('GAP-RECORD-STATES'),
    evidence: 'Two deletions of one record, neither refused, and no row.',
    async run(context) {
      const written = await make(context)
      await remove(context, written)
      const again = await context.client().deleteRecord(context.sample('section').id, written.id)
      if (!again.ok && again.error.kind !== 'refused') return context.unjudged(`the second one got no clear answer: ${again.error.message}`, 'Describe the answer in an overlay.')
      context.check(again.ok && again.value.outcome !== 'failed', { message: 'deleting a deleted record is refused', found: again.ok ? (again.value.error?.message ?? 'failed') : again.error.message })
      const row = await rowOf(context, written.id, (seen) => seen === undefined)
      if (row !== undefined) return context.unjudged('the deleted record is still shown', 'See WRI-DELETE.')
      return `The record ${written.id} was deleted twice without a refusal.`
    },
  }),
  writeCase({
    id: 'WRI-RESTORE',
    title: 'Editing `eliminado` to 0 restores a deleted record with its values',
    basis: assumed('GAP-RECORD-STATES'),
    evidence: 'The row, gone in between and then again as before.',
    async run(context) {
      const written = await make(context)
      const before = await find(context, written.id)
      await remove(context, written)
      const gone = await rowOf(context, written.id, (seen) => seen === undefined)
      if (before === undefined || gone !== undefined) return context.unjudged('the deleted record is still shown', 'See WRI-DELETE.')
      const restored = await context.client().editRecord(context.sample('section').id, written.id, { eliminado: 0 })
      if (!restored.ok && restored.error.kind !== 'refused') return context.unjudged(`no clear answer: ${restored.error.message}`, 'Describe the answer in an overlay.')
      context.check(restored.ok && restored.value.outcome !== 'failed', { message: 'a deleted record cannot be restored', found: restored.ok ? (restored.value.error?.message ?? 'failed') : restored.error.message })
      const after = await rowOf(context, written.id, (seen) => seen !== undefined)
      const wrong = changedColumns(before, after)
      context.check(wrong === undefined, { message: `the record ${written.id}, restored, is not as before: ${wrong}` })
      const rows = await rowsWith(context, written.text)
      return `The record ${written.id} is shown again with ${labelOf(context).field} and all else as before (${rows.length} row).`
    },
  }),
]

function idOf(value: unknown): number | string {
  return typeof value === 'number' ? value : String(value)
}
