/** What is not a sound write: it is told truthfully, and stores nothing. */
import type { Case, CaseContext, HttpRequest, Treatment } from '../src/conformance/index.ts'
import { plainTexts, sampleEdits } from './field-value.ts'
import { assumed, stated, writeCase } from './write-case.ts'
import { eventually, make, newFields, nothingStored, rowsWith, find } from './written-record.ts'
import type { Fields } from './written-record.ts'

const unknownSection = 'ensayo-no-such-section'

/** Sends the creation of a record, spoilt, after the same unspoilt has worked; nothing may come of it. */
async function storesNothing(context: CaseContext, spoilt: (request: HttpRequest, body: string) => HttpRequest): Promise<string> {
  await make(context)
  const { fields, text } = newFields(context)
  const { id: section } = context.sample('section')
  const request = context.request('writeRecords', { operations: [{ section, fields }] })
  if (typeof request.body !== 'string') return context.unjudged('the operation has no body here', 'Judge it by other cases.')
  const { status } = await context.send(spoilt(request, request.body))
  const rows = await nothingStored(context, text)
  context.check(rows === 0, { message: `the request made a record (status ${status})`, expected: 'no row', found: `${rows} rows` })
  return `It was answered with ${status}, and no row shows its record.`
}

/** One creation that shall be refused after a sound one has worked. */
async function refusedWhole(context: CaseContext, operation: { section?: string; changes?: Fields }): Promise<string> {
  await make(context)
  const { id } = context.sample('section')
  const { section = id, changes = {} } = operation
  const { fields, text } = newFields(context)
  const answer = await context.client().createRecord(section, { ...fields, ...changes })
  const failed = answer.ok ? answer.value.outcome === 'failed' : answer.error.kind === 'refused'
  if (answer.ok && answer.value.recordId !== undefined && !failed) context.records.adopt(section, answer.value.recordId)
  if (!answer.ok && !failed) return context.unjudged(`it got no clear answer: ${answer.error.message}`, 'Describe the answer in an overlay.')
  const rows = await nothingStored(context, text)
  context.check(failed, { message: 'the creation is not refused', expected: 'a refusal', found: answer.ok ? answer.value.outcome : '' })
  context.check(rows === 0, { message: 'the creation is refused, and stored all the same', expected: 'no row', found: `${rows} rows` })
  return `It was refused, and no row shows its record.`
}

interface Batch {
  /** Undefined when the request was refused as a whole. */
  outcomes: readonly string[] | undefined
  /** Of the two sound ones, how many rows there are. */
  rows: readonly [number, number]
}

/** Two sound creations with one for an unknown section between them. */
async function batchWithBadOne(context: CaseContext): Promise<Batch> {
  await make(context)
  const { id: section } = context.sample('section')
  const [first, second] = [newFields(context), newFields(context)]
  const operations = [
    { section, fields: first.fields },
    { section: unknownSection, fields: newFields(context).fields },
    { section, fields: second.fields },
  ]
  const asked = context.request('writeRecords', { operations })
  const answer = await context.send(asked)
  const treatment: Treatment = context.treatment('writeRecords', answer)
  const results = context.meaning('writeRecords', answer, { operations })?.results
  if (treatment.kind === 'unclear' || (treatment.kind === 'answered' && results === undefined)) {
    return context.unjudged(`the answer (status ${answer.status}) cannot be read`, 'Describe the answer in an overlay.')
  }
  for (const { recordId, outcome } of results ?? []) if (recordId !== undefined && outcome === 'created') context.records.adopt(section, recordId)
  const expectsRows = results?.some(({ outcome }) => outcome === 'created') === true
  const count = async (text: string) => (await eventually(context, () => rowsWith(context, text), (seen) => !expectsRows || seen.length > 0)).length
  const rows: [number, number] = [await count(first.text), await count(second.text)]
  if (results === undefined) {
    await nothingStored(context, first.text)
    await nothingStored(context, second.text)
  }
  return { outcomes: results?.map(({ outcome }) => outcome), rows }
}

export const refusalCases: readonly Case[] = [
  writeCase({
    id: 'WRI-BAD-ONE-TRUE',
    title: 'What the answer says of each operation is what a reading shows',
    basis: stated('WRI-4'),
    evidence: 'Two creations with an impossible one between them: those told as created are shown, the others are not.',
    async run(context) {
      const { outcomes, rows } = await batchWithBadOne(context)
      if (outcomes !== undefined && outcomes.length !== 3) return context.unjudged(`there are ${outcomes.length} results for 3 operations`, 'See WRI-RESULT-ORDER.')
      for (const [at, found] of rows.entries()) {
        const told = outcomes?.[at * 2] ?? 'failed'
        const expected = told === 'failed' ? 0 : 1
        context.check(found === expected, {
          message: `operation ${at * 2 + 1} is told as ${outcomes === undefined ? 'refused, with the whole request,' : told}, and a reading shows otherwise`,
          expected: `${expected} rows`,
          found: `${found} rows`,
        })
      }
      return `Told: ${outcomes?.join(', ') ?? 'all refused'}; shown: ${rows[0]} and ${rows[1]} rows.`
    },
  }),
  writeCase({
    id: 'WRI-BAD-ONE-OTHERS',
    title: 'One operation that fails leaves the others of its request',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'Two records created, and the impossible operation between them told as failed.',
    async run(context) {
      const { outcomes, rows } = await batchWithBadOne(context)
      const found = outcomes?.join(', ') ?? 'the whole request refused'
      context.check(found === 'created, failed, created', { message: 'the operations of a request do not stand each for itself', expected: 'created, failed, created', found })
      context.check(rows[0] === 1 && rows[1] === 1, { message: 'the sound operations were not done', expected: '1 and 1 rows', found: `${rows[0]} and ${rows[1]} rows` })
      return 'The two sound creations are shown, the one between them is told as failed.'
    },
  }),
  writeCase({
    id: 'WRI-JSON-CUT',
    title: 'JSON that breaks off stores nothing',
    basis: stated('BODY-1'),
    evidence: 'No row of the record in a body without its end, while a whole body makes one.',
    run: (context) => storesNothing(context, (request, body) => ({ ...request, body: body.slice(0, -1) })),
  }),
  writeCase({
    id: 'WRI-JSON-MALFORMED',
    title: 'What is no JSON stores nothing',
    basis: stated('BODY-1'),
    evidence: 'No row of the record in a body with stray signs, while a sound body makes one.',
    run: (context) => storesNothing(context, (request, body) => ({ ...request, body: `${body}]}<` })),
  }),
  writeCase({
    id: 'WRI-MEDIA-TYPE',
    title: 'A body that is not called JSON stores nothing',
    basis: assumed('GAP-ERRORS'),
    evidence: 'No row of the record in a body called text/plain.',
    run: (context) =>
      storesNothing(context, (request) => ({ ...request, headers: { ...request.headers, 'content-type': 'text/plain' } })),
  }),
  writeCase({
    id: 'WRI-UNKNOWN-SECTION',
    title: 'A record for a section that does not exist is refused',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'A refusal, and no row.',
    run: (context) => refusedWhole(context, { section: unknownSection }),
  }),
  writeCase({
    id: 'WRI-UNKNOWN-FIELD',
    title: 'A record with a field that does not exist is refused',
    basis: assumed('GAP-RECORD-FIELDS'),
    evidence: 'A refusal, and no row.',
    run: (context) => refusedWhole(context, { changes: { ensayo_no_such_field: 'x' } }),
  }),
  writeCase({
    id: 'WRI-WRONG-TYPE',
    title: 'A record with an object in the place of a text is refused',
    basis: assumed('GAP-RECORD-FIELDS'),
    evidence: 'A refusal, and no row.',
    run(context) {
      const [, other] = plainTexts(context.sample('section'), context.records.report())
      if (other === undefined) return context.unjudged('the report shows one text of the sample only', 'Name another column in samples.section.report.')
      return refusedWhole(context, { changes: { [other.field]: { value: 'x' } } })
    },
  }),
  writeCase({
    id: 'WRI-UNKNOWN-RECORD',
    title: 'An edit of a record that does not exist is refused and makes none',
    basis: assumed('GAP-WRITE-RESULT'),
    evidence: 'A refusal, and no row.',
    async run(context) {
      const own = await make(context)
      const { id: section } = context.sample('section')
      const nobodys = Number.isSafeInteger(Number(own.id)) ? Number(own.id) + 1_000_000_000 : `${own.id}-ensayo`
      if ((await find(context, nobodys)) !== undefined) return context.unjudged(`there is a record ${nobodys}`, 'Run it again.')
      const { fields, text } = newFields(context)
      const answer = await context.client().editRecord(section, typeof own.id === 'string' ? String(nobodys) : nobodys, fields)
      const failed = answer.ok ? answer.value.outcome === 'failed' : answer.error.kind === 'refused'
      if (!answer.ok && !failed) return context.unjudged(`it got no clear answer: ${answer.error.message}`, 'Describe the answer in an overlay.')
      const rows = await nothingStored(context, text)
      context.check(failed, { message: 'the edit is not refused', expected: 'a refusal', found: answer.ok ? answer.value.outcome : '' })
      context.check(rows === 0, { message: 'the edit made a record', expected: 'no row', found: `${rows} rows` })
      return `The edit of ${nobodys} was refused, and made no record.`
    },
  }),
  writeCase({
    id: 'WRI-EMPTY',
    title: 'A request without operations is refused',
    basis: assumed('GAP-WRITE-REQUEST'),
    evidence: 'A refusal.',
    async run(context) {
      await make(context)
      const answer = await context.send(context.request('writeRecords', { operations: [] }))
      const treatment = context.treatment('writeRecords', answer)
      if (treatment.kind === 'unclear') return context.unjudged(treatment.reason, 'Describe the answer in an overlay.')
      context.check(treatment.kind === 'refused', { message: 'a request without operations is accepted', expected: 'a refusal', found: String(answer.status) })
      return `It was refused with ${answer.status}.`
    },
  }),
  writeCase({
    id: 'WRI-BAD-EDIT',
    title: 'An edit that is refused changes nothing',
    basis: stated('WRI-4'),
    evidence: 'A refused edit of two fields, one of them impossible, and the row as before.',
    async run(context) {
      const [changed] = sampleEdits(context.sample('section'), context.records.report())
      if (changed === undefined) return context.unjudged('the sample names no field to edit', 'Add one to samples.section.edit.')
      const written = await make(context)
      const before = await find(context, written.id)
      const answer = await context.client().editRecord(context.sample('section').id, written.id, { [changed.field]: changed.value, ensayo_no_such_field: 'x' })
      const failed = answer.ok ? answer.value.outcome === 'failed' : answer.error.kind === 'refused'
      if (!failed) return context.unjudged('an unknown field is not refused here', 'Judge it by WRI-BAD-ONE-TRUE.')
      const after = await eventually(context, () => find(context, written.id), (seen) => String(seen?.[changed.column]) !== String(before?.[changed.column]))
      const found = String(after?.[changed.column])
      const expected = String(before?.[changed.column])
      context.check(found === expected, { message: `the edit is told as refused, and has changed ${changed.field}`, expected, found })
      return `The refused edit left ${changed.field} as ${expected}.`
    },
  }),
]
