/** The records that a case makes: marked, found again, and deleted at its end. */
import type { Client } from '../client/index.ts'
import type { Fields, RecordId, Row } from '../core/index.ts'
import type { CaseRecords } from './case.ts'
import { Unjudged } from './judgement.ts'
import type { Leftover } from './run-report.ts'
import type { ReportSample, Samples } from './target.ts'

export interface RecordsDeps {
  samples: Samples
  /** The run's, which every record carries. */
  mark: string
  client: () => Client
  /** For the end; `client` unless given. */
  cleaner?: () => Client
}

/** The case's own view, and the end of it. */
export interface MarkedRecords extends CaseRecords {
  /** Deletes what is still there; what cannot be deleted is given back. */
  cleanUp(): Promise<Leftover[]>
}

/** So many pages are searched for one record. */
const mostPages = 200

export function createRecords({ samples, mark, client, cleaner = client }: RecordsDeps): MarkedRecords {
  const made = new Map<string, { section: string; id: RecordId }>()

  function section() {
    if (samples.section !== undefined) return samples.section
    throw new Unjudged('there is no section to write in', 'Name one in the profile: samples.section with id and create.')
  }

  function report(): ReportSample {
    const found = section().report ?? samples.report
    if (found !== undefined) return found
    throw new Unjudged('there is no report to read records back from', 'Name one in the profile: samples.report.')
  }

  const adopt: CaseRecords['adopt'] = (name, id) => void made.set(`${name} ${id}`, { section: name, id })

  const fields: CaseRecords['fields'] = (changes = {}) => marked({ ...section().create, ...changes }, mark)

  async function find(id: RecordId, reader = client): Promise<Row | undefined> {
    const { id: name } = section()
    const sample = report()
    const column = columnOf(sample, name, 'id')
    const pages = reader().reportPages({ id: sample.id, parameters: sample.parameters, safeColumnNames: true })
    let seen = 0
    for await (const page of pages) {
      if (!page.ok) throw new Unjudged(`the report ${sample.id} cannot be read: ${page.error.message}`, 'See its own cases.')
      const row = page.value.rows.find((candidate: Row) => String(candidate[column]) === String(id))
      if (row !== undefined) return row
      seen += 1
      if (seen === mostPages) {
        throw new Unjudged(`the report ${sample.id} has more than ${mostPages} pages`, 'Name a smaller one in samples.section.report.')
      }
    }
    return undefined
  }

  /** Whether the report shows another's record under the id that an answer told: then it must not be touched. */
  async function isForeign(name: string, id: RecordId): Promise<boolean> {
    const sample = samples.section
    if (sample?.id !== name) return false
    const [marks] = Object.entries(sample.create).find(([, value]) => typeof value === 'string') ?? []
    const columns = (sample.report ?? samples.report)?.columns ?? {}
    const [column] = Object.entries(columns).find(([, shows]) => shows.section === name && shows.field === marks) ?? []
    const row = column === undefined ? undefined : await find(id, cleaner)
    return column !== undefined && row !== undefined && !String(row[column]).includes(mark)
  }

  return {
    mark,
    fields,
    adopt,
    report,
    async create(changes) {
      const { id: name } = section()
      const wanted = fields(changes)
      const created = await client().createRecord(name, wanted)
      const why = created.ok ? created.value.error?.message : created.error.message
      if (created.ok && created.value.recordId !== undefined) {
        adopt(name, created.value.recordId)
        return { id: created.value.recordId, fields: wanted }
      }
      throw new Unjudged(
        `no record could be created in ${name}${why === undefined ? '' : `: ${why}`}`,
        'Give fields that can be created any number of times in samples.section.create.',
      )
    },
    find: (id) => find(id),
    async cleanUp() {
      const leftovers: Leftover[] = []
      for (const { section: name, id } of made.values()) {
        try {
          if (await isForeign(name, id)) {
            const why = 'the record of this id does not carry the mark of the run, and was left alone'
            leftovers.push({ section: name, recordId: id, why })
            continue
          }
          const deleted = await cleaner().deleteRecord(name, id)
          const error = deleted.ok ? deleted.value.error : undefined
          if (!deleted.ok) leftovers.push({ section: name, recordId: id, why: deleted.error.message })
          else if (error !== undefined && error.code !== 'unknownRecord' && error.code !== 'recordDeleted') {
            leftovers.push({ section: name, recordId: id, why: error.message })
          }
        } catch (error) {
          leftovers.push({ section: name, recordId: id, why: error instanceof Error ? error.message : String(error) })
        }
      }
      return leftovers
    },
  }
}

/** The name of the column that shows a field of a section; unjudged when the sample names none. */
export function columnOf({ id, columns }: ReportSample, section: string, field: string): string {
  const found = Object.entries(columns).find(([, shows]) => shows.section === section && shows.field === field)
  if (found !== undefined) return found[0]
  throw new Unjudged(
    `which column of the report ${id} shows ${section}.${field} is not known`,
    `Say it in the profile, among the columns of that report: <column>: ${section}.${field}.`,
  )
}

/** The first text carries the mark, so that people who see the record know where it is from. */
function marked(fields: Fields, mark: string): Fields {
  const first = Object.entries(fields).find(([, value]) => typeof value === 'string')
  return first === undefined ? fields : { ...fields, [first[0]]: `${String(first[1])} ${mark}` }
}
