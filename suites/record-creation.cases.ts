/** WRI-1, WRI-4: what is created can be read, as it was written, under the id told. */
import { columnOf } from '../src/conformance/index.ts'
import type { Case, CaseContext } from '../src/conformance/index.ts'
import { likeness, plainTexts, shownFields } from './field-value.ts'
import { assumed, stated, writeCase } from './write-case.ts'
import {
  create,
  differences,
  done,
  edit,
  eventually,
  labelOf,
  make,
  markedSample,
  newFields,
  rowOf,
  rowsWith,
  seenFromTheStart,
  find,
  unique,
} from './written-record.ts'
import type { Row, Written } from './written-record.ts'

const hint = 'Should the report leave such records out, name another one in samples.section.report.'

/** The only row with the record's label. */
async function onlyRow(context: CaseContext, { text }: Pick<Written, 'text'>): Promise<Row> {
  const rows = await eventually(context, () => rowsWith(context, text), (seen) => seen.length > 0)
  const [row] = rows
  if (row === undefined) await seenFromTheStart(context, text)
  if (row === undefined) return context.broken({ message: `the record created as "${text}" is in no row of the report`, expected: '1 row', found: '0 rows', cure: hint })
  context.check(rows.length === 1, { message: `one creation is shown as ${rows.length} records`, expected: '1 row', found: `${rows.length} rows` })
  return row
}

/** Has a text written, and read back exactly; refusing it is allowed. How long it may be is not what most are about. */
async function keepsText(context: CaseContext, text: string, { whole = false } = {}): Promise<string> {
  const label = labelOf(context)
  await make(context)
  const token = unique(context)
  const beginning = `${label.text.slice(0, 10)} ${token} ${text}`
  const written = await create(context, { [label.field]: beginning })
  const row = await rowOf(context, written.id, (seen) => seen !== undefined)
  if (row === undefined) return context.unjudged(`the report does not show the record ${written.id}`, 'See WRI-CREATE.')
  const found = String(row[label.column])
  if (!found.includes(token)) context.unjudged(`the record ${written.id} is another than the one created`, 'See WRI-RESULT-ID.')
  if (!whole && written.text.startsWith(found) && !found.startsWith(beginning)) {
    context.unjudged(`the text was cut to ${found.length} characters`, 'See WRI-TEXT-LONG.')
  }
  const holds = found === written.text || (!whole && found.startsWith(beginning) && written.text.startsWith(found))
  context.check(holds, { message: 'the text is not as it was written', expected: written.text, found })
  return `The report shows "${written.text}" as it was written.`
}

export const creationCases: readonly Case[] = [
  writeCase({
    id: 'WRI-CREATE',
    title: 'A record that is created is read back with its values',
    basis: stated('WRI-1'),
    evidence: 'A new row of the report that shows every value written.',
    async run(context) {
      const written = await create(context)
      const row = await onlyRow(context, written)
      const shown = shownFields(written.fields, context.sample('section').id, context.records.report())
      const wrong = differences(row, shown)
      context.check(wrong === undefined, { message: `the record does not have the values written: ${wrong}` })
      return `The report shows the new record with ${shown.length} values as written.`
    },
  }),
  writeCase({
    id: 'WRI-RESULT-ID',
    title: 'The id that the answer tells is the record’s',
    basis: stated('WRI-4'),
    evidence: 'Two new records, each shown under the id told for it.',
    async run(context) {
      const column = columnOf(context.records.report(), context.sample('section').id, 'id')
      const both = [await create(context), await create(context)]
      const rows = await eventually(
        context,
        async () => (await Promise.all(both.map(({ text }) => rowsWith(context, text)))).map(([row]) => row),
        (seen) => seen.every((row) => row !== undefined),
      )
      both.forEach(({ id, text }, at) => {
        const row = rows[at]
        if (row === undefined) return context.unjudged(`the report does not show the record created as "${text}"`, 'See WRI-CREATE.')
        const found = String(row[column])
        context.check(found === String(id), { message: `the record created as "${text}" has another id than the answer tells`, expected: String(id), found })
      })
      return `The records ${both.map(({ id }) => id).join(' and ')} are shown under the ids told.`
    },
  }),
  writeCase({
    id: 'WRI-CREATE-TWO',
    title: 'Two creations make two records',
    basis: stated('WRI-1'),
    evidence: 'Two ids, and a row for each.',
    async run(context) {
      const first = await make(context)
      const second = await create(context)
      context.check(String(first.id) !== String(second.id), { message: 'two creations are told under one id', expected: 'two ids', found: String(first.id) })
      await onlyRow(context, second)
      await onlyRow(context, first)
      return `The records ${first.id} and ${second.id} are both shown.`
    },
  }),
  writeCase({
    id: 'WRI-CREATE-SAME',
    title: 'Creating the same twice makes two records',
    basis: assumed('GAP-WRITE-REQUEST'),
    evidence: 'Two rows with the same values and different ids.',
    async run(context) {
      const first = await make(context)
      const { id: section } = context.sample('section')
      const second = done(context, await context.client().createRecord(section, first.fields), 'the same creation again')
      if (second.recordId !== undefined) context.records.adopt(section, second.recordId)
      const rows = await eventually(context, () => rowsWith(context, first.text), (seen) => seen.length > 1)
      context.check(rows.length === 2, { message: 'the same creation sent twice does not make two records', expected: '2 rows', found: `${rows.length} rows` })
      return `Sent twice, it made the records ${first.id} and ${second.recordId ?? '?'}.`
    },
  }),
  writeCase({
    id: 'WRI-BATCH',
    title: 'Every operation of a request is done',
    basis: stated('WRI-1', 'WRI-4'),
    evidence: 'Three records created by one request, each shown once.',
    async run(context) {
      const { id: section } = context.sample('section')
      const wanted = [newFields(context), newFields(context), newFields(context)]
      const { results } = context.given(
        await context.client().writeRecords({ operations: wanted.map(({ fields }) => ({ section, fields })) }),
        'a request with three creations',
      )
      for (const { recordId } of results) if (recordId !== undefined) context.records.adopt(section, recordId)
      const failed = results.find(({ outcome }) => outcome === 'failed')
      if (failed !== undefined) context.unjudged(`an operation failed: ${failed.error?.message ?? 'no reason was told'}`, 'See WRI-CREATE.')
      for (const one of wanted) await onlyRow(context, one)
      return 'One request with three creations made three records.'
    },
  }),
  writeCase({
    id: 'WRI-RESULT-ORDER',
    title: 'There is one result for each operation, in their order',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'Three results, whose ids are those of the first, the second and the third record.',
    async run(context) {
      const { id: section } = context.sample('section')
      const wanted = [newFields(context), newFields(context), newFields(context)]
      const { results } = context.given(
        await context.client().writeRecords({ operations: wanted.map(({ fields }) => ({ section, fields })) }),
        'a request with three creations',
      )
      for (const { recordId } of results) if (recordId !== undefined) context.records.adopt(section, recordId)
      context.check(results.length === 3, { message: 'three operations do not have three results', expected: '3', found: String(results.length) })
      const column = columnOf(context.records.report(), section, 'id')
      for (const [at, { text }] of wanted.entries()) {
        const [row] = await eventually(context, () => rowsWith(context, text), (seen) => seen.length > 0)
        if (row === undefined) context.unjudged(`the report does not show the record created as "${text}"`, 'See WRI-BATCH.')
        const [expected, found] = [String(row?.[column]), String(results[at]?.recordId)]
        context.check(expected === found, { message: `result ${at + 1} is not that of operation ${at + 1}`, expected, found })
      }
      return 'Three operations have three results, in their order.'
    },
  }),
  writeCase({
    id: 'WRI-AT-ONCE',
    title: 'What was written is read back at once',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'The new row in the first reading after the answer.',
    async run(context) {
      const column = labelOf(context).column
      const seen: number[] = []
      for (let time = 0; time < 3; time += 1) {
        const { id, text } = await create(context)
        const row = await find(context, id)
        if (row !== undefined && likeness(text, row[column]) === 'same') seen.push(time)
        else await onlyRow(context, { text }).catch(() => context.unjudged('the report does not show a new record at all', 'See WRI-CREATE.'))
      }
      context.check(seen.length === 3, { message: 'a new record is shown only a moment later', expected: '3 of 3 at once', found: `${seen.length} of 3` })
      return 'Each of 3 new records was in the first reading after its answer.'
    },
  }),
  writeCase({
    id: 'WRI-SECOND-USER',
    title: 'Another user reads what one has written',
    basis: assumed('GAP-PERMISSIONS'),
    needs: ['fullKey', 'secondKey', 'section'],
    evidence: 'The new row in the second user’s reading.',
    async run(context) {
      const written = await make(context)
      const { id, parameters } = context.records.report()
      context.given(await context.client('second').runReport({ id, parameters, safeColumnNames: true }), 'the report, with the second key')
      const rows = await eventually(context, () => rowsWith(context, written.text, 'second'), (seen) => seen.length > 0)
      context.check(rows.length === 1, { message: 'the second user does not see the new record', expected: '1 row', found: `${rows.length} rows` })
      return `The second user reads the record ${written.id}.`
    },
  }),
  writeCase({
    id: 'WRI-ANY-SECTION',
    title: 'Another section takes records just as well',
    basis: stated('WRI-1'),
    needs: ['fullKey', 'section', 'forbiddenSection'],
    evidence: 'A record created in a second section that can then be edited under the id told.',
    async run(context) {
      const other = context.sample('forbidden').section
      if (other === undefined || other.id === context.sample('section').id) return context.unjudged('no second section is known', 'Name another one in samples.forbidden.section.')
      const { fields, name, text } = markedSample(context, other.create)
      const client = context.client()
      const created = done(context, await client.createRecord(other.id, fields), `a record in ${other.id}`)
      if (created.recordId === undefined) return context.unjudged('the answer tells no id', 'Say where it stands in an overlay.')
      context.records.adopt(other.id, created.recordId)
      const edited = context.must(
        await client.editRecord(other.id, created.recordId, { [name]: `${text} 2` }),
        `the edit of the record ${created.recordId} of ${other.id}, just created,`,
      )
      context.check(edited.outcome !== 'failed', {
        message: `the record ${created.recordId} of ${other.id} was created, says the answer, and cannot be edited`,
        found: edited.error?.message ?? 'failed',
      })
      if (edited.outcome === 'created') return context.unjudged('the edit is told as another creation', 'See WRI-OUTCOME.')
      return `In ${other.id} the record ${created.recordId} was created and edited.`
    },
  }),
  writeCase({
    id: 'WRI-TEXT',
    title: 'Letters and signs of Spanish text are kept',
    basis: stated('WRI-1'),
    evidence: 'A text with accents, quotation marks and signs, read back exactly.',
    run: (context) => keepsText(context, 'Ñandú «Güell» l·l "ü" & d\'Açò'),
  }),
  writeCase({
    id: 'WRI-TEXT-UNICODE',
    title: 'Letters and signs of other scripts are kept',
    basis: assumed('GAP-RECORD-FIELDS'),
    evidence: 'A text with an emoji, Greek and Chinese, read back exactly.',
    run: (context) => keepsText(context, '🦎 Ωμέγα 株式会社 <b>&amp;</b>'),
  }),
  writeCase({
    id: 'WRI-TEXT-LONG',
    title: 'A long text is kept whole or refused',
    basis: assumed('GAP-RECORD-FIELDS'),
    evidence: 'A text of a hundred characters, read back whole.',
    run: (context) => keepsText(context, `${'larga '.repeat(12)}fin`, { whole: true }),
  }),
  writeCase({
    id: 'WRI-TEXT-ZEROS',
    title: 'A text of digits keeps its leading zeros',
    basis: assumed('GAP-RECORD-FIELDS'),
    evidence: 'The text 00123, read back with its zeros.',
    async run(context) {
      const sample = context.sample('section')
      const [, other] = plainTexts(sample, context.records.report())
      if (other === undefined) return context.unjudged('the report shows one text of the sample only', 'Name another column in samples.section.report.')
      const written = await make(context)
      const expected = '00123'
      await edit(context, written, { [other.field]: expected })
      const row = await rowOf(context, written.id, (seen) => String(seen?.[other.column]) === expected)
      const found = String(row?.[other.column])
      if (row === undefined || found === String(other.value)) return context.unjudged('the edit is not shown', 'See WRI-EDIT.')
      context.check(found === expected, { message: 'the text of digits is not as it was written', expected, found })
      return `${other.field} is shown as ${expected}.`
    },
  }),
]
