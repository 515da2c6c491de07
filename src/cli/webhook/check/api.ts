/** The mock whose API the receiver reads records back from, in a sandbox of its own. */
import { openMockApi } from '../../../conformance/index.ts'
import type { MockApi } from '../../../conformance/index.ts'
import type { Contract } from '../../../contract/index.ts'
import { isJsonObject } from '../../../core/index.ts'
import type { Fields } from '../../../core/index.ts'
import { startMock, StartRefused } from '../../../mock/index.ts'
import { FixtureError, loadCatalogue } from '../../../service/index.ts'
import { UsageError } from '../../usage-error.ts'
import { propertiesOf } from '../fire/section-fields.ts'
import type { Section } from '../fire/section-fields.ts'

export interface OwnApiOptions {
  contract: Contract
  fixtures: string | undefined
  section: string
  port: number
}

/** @throws UsageError when there is no such section, or the mock cannot start */
export async function startOwnApi({ contract, fixtures, section: id, port }: OwnApiOptions): Promise<MockApi> {
  const { section, fields } = await sectionOf(id, fixtures)
  const textFields = textFieldsOf(section)
  const mock = await startMock({ contract, port, ...(fixtures === undefined ? {} : { fixtures }) }).catch((error: unknown) => {
    if (error instanceof StartRefused) throw new UsageError(error.message, { cause: error })
    throw error
  })
  try {
    const api = await openMockApi({ baseUrl: mock.url, section: id, fields, textFields, name: 'receiver check' })
    return { ...api, close: () => mock.close(0) }
  } catch (error) {
    await mock.close(0)
    throw error
  }
}

/** The section, and what a further record of it can have: what the first of the fixtures has, but for what is unique. */
async function sectionOf(id: string, fixtures: string | undefined): Promise<{ section: Section; fields: Fields }> {
  try {
    const { sections, seed } = await loadCatalogue(fixtures === undefined ? {} : { directory: fixtures })
    const section = sections.get(id)
    if (section === undefined) {
      throw new UsageError(`--section: there is no section ${id.slice(0, 40)}; expected one of ${[...sections.keys()].join(', ')}`)
    }
    const known = seed.records.find((record) => record.section === id)?.fields ?? {}
    const required = requiredOf(section)
    const writable = propertiesOf(section.schema).filter(([name, { readOnly }]) => readOnly !== true && required.includes(name))
    const fields = writable.flatMap(([name]) => (known[name] === undefined ? [] : [[name, known[name]]]))
    return { section, fields: Object.fromEntries(fields) }
  } catch (error) {
    if (error instanceof FixtureError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function requiredOf({ schema }: Section): unknown[] {
  return Array.isArray(schema['required']) ? schema['required'] : []
}

/** Two fields that take any text, those that every record has first. */
function textFieldsOf(section: Section): [string, string] {
  const required = requiredOf(section)
  const texts = propertiesOf(section.schema).filter(([, property]) => isFreeText(property)).map(([name]) => name)
  const [mark, other] = texts.toSorted((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
  if (mark === undefined || other === undefined) {
    throw new UsageError(`--section ${section.id}: it has no two fields that take any text, by which records are told apart; take another section`)
  }
  return [mark, other]
}

function isFreeText(property: unknown): boolean {
  if (!isJsonObject(property)) return false
  const { type, format, pattern, readOnly, maxLength, enum: choices } = property
  const isLong = typeof maxLength === 'number' && maxLength >= 30
  const takesMarks = pattern === undefined || (typeof pattern === 'string' && new RegExp(pattern, 'u').test('Ensayo 0123456789'))
  return type === 'string' && format === undefined && takesMarks && choices === undefined && readOnly !== true && isLong
}
