/** WRI-1: an edit changes what it names, and nothing else. */
import { columnOf } from '../src/conformance/index.ts'
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { likeness, sampleEdits, shownFields } from './field-value.ts'
import type { ShownField } from './field-value.ts'
import { assumed, stated, writeCase } from './write-case.ts'
import { differences, edit, labelOf, make, remove, rowOf, rowsWith, find } from './written-record.ts'

/** What can be edited in the sample record and is shown. */
function edits(context: CaseContext, atLeast = 1): [ShownField, ...ShownField[]] {
  const { field } = labelOf(context)
  const [first, ...more] = sampleEdits(context.sample('section'), context.records.report()).filter((one) => one.field !== field)
  if (first !== undefined && more.length + 1 >= atLeast) return [first, ...more]
  return context.unjudged(`the sample names fewer than ${atLeast} fields to edit that the report shows`, 'Add them to samples.section.edit.')
}

const values = (shown: readonly ShownField[]) => Object.fromEntries(shown.map(({ field, value }) => [field, value]))

export const editCases: readonly Case[] = [
  writeCase({
    id: 'WRI-EDIT',
    title: 'An edited field has its new value',
    basis: stated('WRI-1'),
    evidence: 'The record’s row with the new value in the place of the old one.',
    async run(context) {
      const changed = edits(context)
      const written = await make(context)
      await edit(context, written, values(changed))
      const row = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, changed) === undefined)
      if (row === undefined) return context.broken({ message: `the record ${written.id} is no longer shown after an edit`, expected: 'its row', found: 'none' })
      const wrong = differences(row, changed)
      context.check(wrong === undefined, { message: `the edit is not shown: ${wrong}` })
      return `The record ${written.id} shows ${changed.map(({ field, value }) => `${field} ${JSON.stringify(value)}`).join(', ')}.`
    },
  }),
  writeCase({
    id: 'WRI-EDIT-OTHERS',
    title: 'An edit leaves the fields that it does not name',
    basis: stated('WRI-1'),
    evidence: 'After an edit of one field, all others of the row as before.',
    async run(context) {
      const [first] = edits(context)
      const written = await make(context)
      await edit(context, written, values([first]))
      const row = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, [first]) === undefined)
      if (row === undefined || differences(row, [first]) !== undefined) return context.unjudged('the edit is not shown', 'See WRI-EDIT.')
      const others = shownFields(written.fields, context.sample('section').id, context.records.report()).filter(({ field }) => field !== first.field)
      const wrong = differences(row, others)
      context.check(wrong === undefined, { message: `an edit of ${first.field} alone changed others: ${wrong}` })
      return `After an edit of ${first.field} ${others.length} other fields are as before.`
    },
  }),
  writeCase({
    id: 'WRI-EDIT-TWICE',
    title: 'A second edit leaves what the first has changed',
    basis: stated('WRI-1'),
    evidence: 'Two edits of two fields, both shown.',
    async run(context) {
      const [first, second] = edits(context, 2)
      if (second === undefined) return context.unjudged('there is no second field', 'Add one to samples.section.edit.')
      const written = await make(context)
      await edit(context, written, values([first]))
      const once = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, [first]) === undefined)
      if (once === undefined || differences(once, [first]) !== undefined) return context.unjudged('the first edit is not shown', 'See WRI-EDIT.')
      await edit(context, written, values([second]))
      const twice = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, [second]) === undefined)
      if (twice === undefined || differences(twice, [second]) !== undefined) return context.unjudged('the second edit is not shown', 'See WRI-EDIT.')
      const wrong = differences(twice, [first])
      context.check(wrong === undefined, { message: `the second edit undid the first: ${wrong}` })
      return `${first.field} and ${second.field}, edited one after the other, both have their new value.`
    },
  }),
  writeCase({
    id: 'WRI-EDIT-SAME-RECORD',
    title: 'An edit creates no second record',
    basis: stated('WRI-1'),
    evidence: 'One row with the record’s label before the edit and one after it.',
    async run(context) {
      const changed = edits(context)
      const written = await make(context)
      const before = (await rowsWith(context, written.text)).length
      if (before !== 1) context.unjudged(`there are ${before} rows of the record before the edit`, 'See WRI-CREATE.')
      await edit(context, written, values(changed))
      const shows = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, changed) === undefined)
      const rows = await rowsWith(context, written.text)
      const column = columnOf(context.records.report(), context.sample('section').id, 'id')
      const other = rows.find((row) => String(row[column]) !== String(written.id))
      const otherId = other?.[column]
      if (typeof otherId === 'string' || typeof otherId === 'number') context.records.adopt(context.sample('section').id, otherId)
      context.check(other === undefined, { message: 'the edit made another record', expected: '1 row', found: `${rows.length} rows` })
      if (shows === undefined || rows.length === 0) return context.unjudged('the record is no longer shown after the edit', 'See WRI-EDIT.')
      return `The record ${written.id} is shown once before and once after the edit.`
    },
  }),
  writeCase({
    id: 'WRI-EDIT-NEIGHBOUR',
    title: 'An edit leaves other records',
    basis: stated('WRI-1'),
    evidence: 'Another record of the section as before, after an edit that is shown.',
    async run(context) {
      const changed = edits(context)
      const neighbour = await make(context)
      const written = await make(context)
      const before = await find(context, neighbour.id)
      await edit(context, written, values(changed))
      const row = await rowOf(context, written.id, (seen) => seen !== undefined && differences(seen, changed) === undefined)
      const after = await find(context, neighbour.id)
      const wrong = before === undefined ? undefined : changedColumns(before, after)
      context.check(wrong === undefined, { message: `the edit of the record ${written.id} changed the record ${neighbour.id}: ${wrong}` })
      if (row === undefined || differences(row, changed) !== undefined) return context.unjudged('the edit is not shown', 'See WRI-EDIT.')
      return `The record ${neighbour.id} is as before the edit of ${written.id}.`
    },
  }),
  writeCase({
    id: 'WRI-OUTCOME',
    title: 'The results tell a creation, an edit and a deletion apart',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'The outcomes created, edited and deleted, in turn.',
    async run(context) {
      const { id: section } = context.sample('section')
      const created = context.given(await context.client().createRecord(section, context.records.fields()), 'a creation')
      if (created.recordId === undefined) return context.unjudged('no record could be created', 'See WRI-CREATE.')
      context.records.adopt(section, created.recordId)
      const own = await make(context)
      const edited = await edit(context, own, values(edits(context)))
      const deleted = await remove(context, own)
      const found = [created, edited, deleted].map(({ outcome }) => outcome).join(', ')
      const expected = 'created, edited, deleted'
      context.check(found === expected, { message: 'the outcomes are told otherwise', expected, found })
      return `The outcomes were ${found}.`
    },
  }),
]

export function changedColumns(before: Record<string, unknown>, after: Record<string, unknown> | undefined): string | undefined {
  if (after === undefined) return 'it is no longer shown'
  const changed = Object.keys(before).filter((column) => likeness(String(before[column]), after[column]) === 'other')
  if (changed.length === 0) return undefined
  return changed.map((column) => `${column} was ${String(before[column])} and is ${String(after[column])}`).join('; ')
}
