/** Values of fields as they are written and as a report shows them. Pure. */
import type { ReportSample, SectionSample } from '../src/conformance/index.ts'

type Value = SectionSample['create'][string]

/** A field that a report shows. */
export interface ShownField {
  field: string
  column: string
  value: Value
}

/** Those of the fields that the report shows, with the value that they should have. */
export function shownFields(fields: SectionSample['create'], section: string, { columns }: ReportSample): ShownField[] {
  return Object.entries(columns).flatMap(([column, shows]) => {
    const value = shows.section === section ? fields[shows.field] : undefined
    return value === undefined || shows.field === 'id' ? [] : [{ field: shows.field, column, value }]
  })
}

/** Texts of the sample that may be any text, as far as one can tell, in its order: names rather than addresses. */
export function plainTexts({ id, create }: SectionSample, report: ReportSample): ShownField[] {
  const shown = shownFields(create, id, report)
  return Object.keys(create).flatMap((name) => {
    const found = shown.find(({ field }) => field === name)
    const isPlain = typeof found?.value === 'string' && /\p{L}/u.test(found.value) && !/[@/]|^\d/.test(found.value)
    return found !== undefined && isPlain ? [found] : []
  })
}

/**
 * What the sample wants edited and the report shows, as far as it is a change; without such, a text of the sample's,
 * altered.
 */
export function sampleEdits(sample: SectionSample, report: ReportSample): ShownField[] {
  const wanted = shownFields(sample.edit, sample.id, report).filter(
    ({ field, value }) => likeness(value, sample.create[field]) !== 'same',
  )
  const [, second] = plainTexts(sample, report)
  if (wanted.length > 0 || second === undefined) return wanted
  return [{ ...second, value: `${String(second.value)} 2` }]
}

/**
 * Whether two values are the same one. What a report may render in its own way, such as dates and flags, is `unknown`
 * unless it is written alike.
 */
export function likeness(written: Value | undefined, shown: unknown): 'same' | 'other' | 'unknown' {
  if (String(written) === String(shown)) return 'same'
  if (typeof written === 'number') return Number(shown) === written ? 'same' : 'other'
  if (typeof written !== 'string' || /^\d{4}-\d\d-\d\d/.test(written)) return 'unknown'
  return 'other'
}
