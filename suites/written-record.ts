/** A record that a case makes, and what the sample's report then shows of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { columnOf, textOf } from '../src/conformance/index.ts'
import type { CaseContext, CaseRecords, KeyName, SectionSample } from '../src/conformance/index.ts'
import { likeness, plainTexts } from './field-value.ts'
import type { ShownField } from './field-value.ts'

export type Fields = SectionSample['create']
export type RecordId = Parameters<CaseRecords['adopt']>[1]
export type Row = NonNullable<Awaited<ReturnType<CaseRecords['find']>>>
export type Client = ReturnType<CaseContext['client']>
type WriteResult = Extract<Awaited<ReturnType<Client['createRecord']>>, { ok: true }>['value']

export interface Written {
  id: RecordId
  /** As they were sent. */
  fields: Fields
  /** No other record has it in its label. */
  text: string
}

/** The field by which a record of the case is told from all others, and its column. */
export interface Label {
  field: string
  column: string
  /** What the sample has there. */
  text: string
}

/** The field that carries the run's mark when the report shows it, else the first text that it shows. */
export function labelOf(context: CaseContext): Label {
  const [first] = plainTexts(context.sample('section'), context.records.report())
  if (first !== undefined) return { field: first.field, column: first.column, text: String(first.value) }
  return context.unjudged(
    'no text of the sample record is shown by the report',
    'Say in the profile which column shows it, among the columns of samples.section.report.',
  )
}

/** Texts that differ whenever they are asked for, and again in each case. */
export function unique(context: CaseContext): string {
  return Math.floor(context.random() * 36 ** 6).toString(36).padStart(6, '0')
}

/** Fields of a new record whose label no other record has. */
export function newFields(context: CaseContext, changes: Fields = {}): { fields: Fields; text: string } {
  const label = labelOf(context)
  const fields = context.records.fields({ [label.field]: `${label.text} ${unique(context)}`, ...changes })
  return { fields, text: String(fields[label.field]) }
}

/** Creates one; unjudged when that is refused. What the report shows of it is not looked at. */
export async function create(context: CaseContext, changes: Fields = {}): Promise<Written> {
  const label = labelOf(context)
  const { id, fields } = await context.records.create({ [label.field]: `${label.text} ${unique(context)}`, ...changes })
  return { id, fields, text: String(fields[label.field]) }
}

/**
 * Creates one and sees that the id told is the one under which the report shows it, for nothing else may be edited:
 * unjudged otherwise.
 */
export async function make(context: CaseContext, changes: Fields = {}): Promise<Written> {
  const written = await create(context, changes)
  const row = await eventually(context, () => find(context, written.id), (seen) => seen !== undefined)
  const shown = row?.[labelOf(context).column]
  if (shown === undefined || likeness(written.text, shown) === 'other') {
    context.unjudged(
      `the report does not show the record ${written.id} that was just created`,
      'See WRI-CREATE and WRI-RESULT-ID, and that samples.section.report shows every record of the section.',
    )
  }
  return written
}

/** Looks again while it is not as it should be: what was written may take a moment to be shown. */
export async function eventually<T>(context: CaseContext, look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  let seen = await look()
  for (const wait of context.isMock ? [25, 100] : [500, 1500, 3000]) {
    if (holds(seen)) return seen
    await pause(wait)
    seen = await look()
  }
  return seen
}

/** What a record's row shows once it is as it should be, or in the end. */
export function rowOf(context: CaseContext, id: RecordId, holds: (row: Row | undefined) => boolean): Promise<Row | undefined> {
  return eventually(context, () => find(context, id), holds)
}

/** All rows whose label is the text. */
export async function rowsWith(context: CaseContext, text: string, key: KeyName = 'full'): Promise<Row[]> {
  const { column } = labelOf(context)
  const rows: Row[] = []
  for await (const row of reportRows(context, key)) if (likeness(text, row[column]) === 'same') rows.push(row)
  return rows
}

/** Unjudged when the text stands on a page before the one that the contract takes for the first. */
export async function seenFromTheStart(context: CaseContext, text: string): Promise<void> {
  const { id, parameters } = context.records.report()
  const asked = context.request('runReport', { id, parameters, safeColumnNames: true, page: 0, ...pageSize(context) })
  const before = textOf(await context.send(asked))
  if (![text, JSON.stringify(text).slice(1, -1)].some((spelling) => before.includes(spelling))) return
  context.unjudged(
    'the pages seem to count from one lower than the contract says',
    'Write the number of the first page into an overlay: the minimum of the page.',
  )
}

/** The row that shows a record; undefined when there is none. */
export async function find(context: CaseContext, id: RecordId): Promise<Row | undefined> {
  const column = columnOf(context.records.report(), context.sample('section').id, 'id')
  for await (const row of reportRows(context)) if (String(row[column]) === String(id)) return row
  return undefined
}

/** A mock takes such pages; of a deployment nobody knows. */
const mockPageSize = 200
const mostRows = 10_000

function pageSize({ isMock }: CaseContext): { pageSize?: number } {
  return isMock ? { pageSize: mockPageSize } : {}
}

async function* reportRows(context: CaseContext, key: KeyName = 'full'): AsyncGenerator<Row> {
  const { id, parameters } = context.records.report()
  let count = 0
  for await (const page of context.client(key).reportPages({ id, parameters, safeColumnNames: true, ...pageSize(context) })) {
    const { rows } = context.given(page, `the report ${id}`)
    yield* rows
    count += rows.length
    if (count > mostRows) context.unjudged(`the report ${id} has more than ${mostRows} rows`, 'Name a smaller one in samples.section.report.')
  }
}

/** Sees that no record has this label, neither at once nor a moment later; what there is gets cleaned up. */
export async function nothingStored(context: CaseContext, text: string): Promise<number> {
  const { id: section } = context.sample('section')
  const idColumn = columnOf(context.records.report(), section, 'id')
  for (const wait of [0, context.isMock ? 25 : 1500]) {
    await pause(wait)
    const rows = await rowsWith(context, text)
    for (const row of rows) {
      const id = row[idColumn]
      if (typeof id === 'string' || typeof id === 'number') context.records.adopt(section, id)
    }
    if (rows.length > 0) return rows.length
  }
  return 0
}

/** The result of one write that can work: unjudged when it did not. */
export function done(context: CaseContext, result: Awaited<ReturnType<Client['createRecord']>>, what: string): WriteResult {
  const value = context.given(result, what)
  if (value.outcome === 'failed') {
    context.unjudged(`${what} failed: ${value.error?.message ?? 'no reason was told'}`, 'See that the key may do this, and the samples of the profile.')
  }
  return value
}

/** Edits a record of the case; unjudged when that is refused. */
export async function edit(context: CaseContext, { id }: Pick<Written, 'id'>, fields: Fields): Promise<WriteResult> {
  return done(context, await context.client().editRecord(context.sample('section').id, id, fields), 'the edit')
}

/** WRI-2; unjudged when it is refused. */
export async function remove(context: CaseContext, { id }: Pick<Written, 'id'>): Promise<WriteResult> {
  return done(context, await context.client().deleteRecord(context.sample('section').id, id), 'the edit of `eliminado`')
}

/** The fields whose value the row does not show, as a sentence; undefined when it shows them all. */
export function differences(row: Row, shown: readonly ShownField[]): string | undefined {
  const wrong = shown.filter(({ column, value }) => likeness(value, row[column]) === 'other')
  if (wrong.length === 0) return undefined
  return wrong.map(({ field, column, value }) => `${field} is ${JSON.stringify(row[column])}, not ${JSON.stringify(value)}`).join('; ')
}

/** A sample of another section as a record of this run: the first text of several words carries the mark. */
export function markedSample(context: CaseContext, sample: Fields): { fields: Fields; name: string; text: string } {
  const [name, value] = Object.entries(sample).find(([, one]) => typeof one === 'string' && /\p{L} \p{L}/u.test(one)) ?? []
  if (name === undefined) {
    return context.unjudged('the sample of the second section has no text to mark', 'Give it a name of two words in samples.forbidden.section.create.')
  }
  const mark = newFields(context).text.split(' ').at(-1) ?? ''
  const text = `${String(value)} ${mark}`
  return { fields: { ...sample, [name]: text }, name, text }
}
