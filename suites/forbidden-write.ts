/** AUTH-3 for the write operations: who may not write in a section neither creates nor deletes anything there. */
import type { Case, CaseContext, HttpAnswer, ReportSample } from '../src/conformance/index.ts'
import type { Fields, RecordId } from '../src/core/index.ts'
import { demandSound, told } from './endpoint-probe.ts'
import { limited, limitedKeyWorks } from './limited-key.ts'
import { refusedWrite } from './unauthorized-write.ts'
import { unique } from './written-record.ts'

interface ForbiddenRecord {
  section: string
  fields: Fields
  /** The field that carries the run's mark, and that no other record has like this. */
  label: string | undefined
}

/** The longest of the texts is a name rather than a code, and takes the mark. */
function forbiddenRecord(context: CaseContext): ForbiddenRecord {
  const { section } = context.sample('forbidden')
  if (section === undefined) {
    return context.unjudged('no forbidden section is known', 'Add samples.forbidden.section to the profile.')
  }
  const texts = Object.entries(section.create).filter(([, value]) => typeof value === 'string')
  const [longest] = texts.toSorted(([, a], [, b]) => String(b).length - String(a).length)
  if (longest === undefined) return { section: section.id, fields: section.create, label: undefined }
  const [label, text] = longest
  return {
    section: section.id,
    fields: { ...section.create, [label]: `${String(text)} ${context.records.mark} ${unique(context)}` },
    label,
  }
}

/** The limited key's attempt; what it seems to have made is cleaned up. */
async function attempted(context: CaseContext, section: string, recordId: RecordId | undefined, fields: Fields) {
  const asked = { operations: [{ section, fields, ...(recordId === undefined ? {} : { recordId }) }] }
  const answer = await context.send(context.request('writeRecords', asked, limited(context)))
  const { isRefused, made } = refusedWrite(context, answer, asked)
  for (const id of made) context.records.adopt(section, id)
  return {
    answer,
    asked,
    isRefused,
    isDone: made.length > 0 || (!isRefused && context.meaning('writeRecords', answer, asked)?.results.length === 1),
  }
}

/** The full key's, by which one sees that the request is a good one; unjudged when it is refused, too. */
async function allowed(context: CaseContext, section: string, fields: Fields): Promise<RecordId> {
  const { results } = context.given(
    await context.client().writeRecords({ operations: [{ section, fields }] }),
    'the same write with the full key',
  )
  const [result] = results
  if (result?.recordId !== undefined && result.outcome !== 'failed') {
    context.records.adopt(section, result.recordId)
    return result.recordId
  }
  return context.unjudged(
    `the full key cannot create that record in ${section} either: ${result?.error?.message ?? 'no id was told'}`,
    'Give fields that can be created any number of times in samples.forbidden.section.create.',
  )
}

function refusedOrUnjudged(context: CaseContext, answer: HttpAnswer, isRefused: boolean): void {
  demandSound(context, answer, 'the limited key')
  if (!isRefused) {
    context.unjudged(
      `what the limited key got is no refusal: ${told(answer)}`,
      'If this is how the target refuses, describe it in an overlay.',
    )
  }
}

const needs = ['fullKey', 'limitedKey', 'forbiddenSection'] as const
const cure = 'See that samples.forbidden.section is one in which the limited user may not write.'

export const forbiddenWrite: Case = {
  id: 'PERM-WRITE',
  title: 'A user who may not write in a section creates nothing there',
  basis: { kind: 'stated', statements: ['AUTH-3'] },
  safety: 'write',
  needs,
  evidence:
    'A refusal for a limited key that works elsewhere; the same record created with the full key; in the report that ' +
    'shows the section, if one is known, the second and not the first.',
  async run(context) {
    await limitedKeyWorks(context)
    const { section, fields, label } = forbiddenRecord(context)
    const { answer, isRefused, isDone } = await attempted(context, section, undefined, fields)
    context.check(!isDone, {
      message: 'a user writes in a section in which they may not',
      expected: 'a refusal',
      found: told(answer),
      cure,
    })
    const report = reportOf(context)
    const text = label === undefined ? undefined : fields[label]
    const column = report === undefined || label === undefined ? undefined : columnShowing(report, section, label)
    const look = async () => {
      if (report === undefined || column === undefined) return undefined
      return shown(context, report, section, column, String(text))
    }
    const refusedCount = await look()
    context.check(refusedCount === undefined || refusedCount === 0, {
      message: 'what a user may not write was refused, and written all the same',
      expected: 'no record',
      found: `${told(answer)}; the record is in the report ${report?.id}`,
    })
    refusedOrUnjudged(context, answer, isRefused)
    const id = await allowed(context, section, fields)
    const what = `The limited key was refused (${answer.status}); the full one created the record ${id} with the same fields`
    if ((await look()) === 1) return `${what}, and the report ${report?.id} shows this one alone.`
    context.note(
      'Whether something was written in spite of the refusal was not seen: no report is known to show it. Add samples.forbidden.section.report to the profile.',
    )
    return `${what}.`
  },
}

export const forbiddenDeletion: Case = {
  id: 'PERM-DELETE',
  title: "A user who may not write in a section deletes nothing there",
  basis: { kind: 'stated', statements: ['AUTH-3', 'WRI-2'] },
  safety: 'write',
  needs,
  evidence: "A record that the full key creates and edits; a refusal of the limited key's `eliminado: 1`; another edit with the full key, done like the first.",
  async run(context) {
    await limitedKeyWorks(context)
    const { section, fields } = forbiddenRecord(context)
    const id = await allowed(context, section, fields)
    const edit = async () => context.client().editRecord(section, id, fields)
    const before = context.given(await edit(), 'an edit of the record with the full key')
    if (before.outcome === 'failed') {
      context.unjudged(
        `the full key cannot edit what it created: ${before.error?.message ?? 'no reason was told'}`,
        cure,
      )
    }
    const { answer, isRefused, isDone } = await attempted(context, section, id, { eliminado: 1 })
    context.check(!isDone, {
      message: 'a user deletes where they may not write',
      expected: 'a refusal',
      found: told(answer),
      cure,
    })
    const after = context.must(await edit(), 'the same edit after the refused deletion')
    context.check(after.outcome === before.outcome, {
      message: 'a deletion that the user may not do was refused, and done all the same',
      expected: before.outcome,
      found: `${after.outcome}${after.error === undefined ? '' : `: ${after.error.message}`}`,
    })
    refusedOrUnjudged(context, answer, isRefused)
    return `The record ${id} could be edited before and after the limited key was refused its deletion (${answer.status}).`
  },
}

export const forbiddenWriteForm: Case = {
  id: 'PERM-WRITE-FORM',
  title: 'A write that the user may not do fails by itself, with the code for it, in an answer that is no error',
  basis: { kind: 'assumed', gap: 'GAP-PERMISSIONS' },
  safety: 'write',
  needs,
  evidence: 'One result, failed, with the code that the contract has for what is forbidden.',
  async run(context) {
    await limitedKeyWorks(context)
    const { section, fields } = forbiddenRecord(context)
    const { answer, asked, isDone } = await attempted(context, section, undefined, fields)
    if (isDone) context.unjudged('the write was not refused', 'See the case PERM-WRITE.')
    demandSound(context, answer, 'the limited key')
    const results = context.meaning('writeRecords', answer, asked)?.results
    const code = results?.[0]?.error?.code
    context.check(results?.length === 1 && code === 'forbidden', {
      message: 'the write is refused in another form',
      expected: 'one result that failed as forbidden',
      found: told(answer),
      cure: 'Write how the target refuses into an overlay.',
    })
    return `The answer ${answer.status} had one result, which failed as forbidden.`
  },
}

/** The report that shows the forbidden section's records, if one is known. */
function reportOf({ samples }: CaseContext): ReportSample | undefined {
  const { forbidden, section, report } = samples
  if (forbidden?.section?.report !== undefined) return forbidden.section.report
  return forbidden?.section?.id === section?.id ? (section?.report ?? report) : undefined
}

function columnShowing({ columns }: ReportSample, section: string, field: string): string | undefined {
  return Object.entries(columns).find(([, shows]) => shows.section === section && shows.field === field)?.[0]
}

/** How many of the report's rows have that text; they are cleaned up as far as their ids are shown. */
async function shown(
  context: CaseContext,
  report: ReportSample,
  section: string,
  column: string,
  text: string,
): Promise<number> {
  const { id, parameters } = report
  const idColumn = columnShowing(report, section, 'id')
  let count = 0
  for await (const page of context.client().reportPages({ id, parameters, safeColumnNames: true })) {
    for (const row of context.given(page, `the report ${id}`).rows) {
      if (String(row[column]) !== text) continue
      count += 1
      const recordId = idColumn === undefined ? undefined : row[idColumn]
      if (typeof recordId === 'string' || typeof recordId === 'number') context.records.adopt(section, recordId)
    }
  }
  return count
}
