import { success } from '../../core/index.ts'
import type { JsonValue, Outcome } from '../../core/index.ts'
import type { SandboxId, Store, StoredFile, StoredRecord, StoredUser, StoredWebhook } from '../../store/index.ts'
import type { Catalogue, DocumentDefinition, ReportDefinition } from '../catalogue.ts'
import { noSandbox } from './refusals.ts'
import type { Views } from './views.ts'

/** The files of a fixture folder, by their path in it. */
export type FixtureFiles = Map<string, string | Uint8Array>

export interface Export {
  /**
   * A sandbox as a fixture folder, from which others are born like it: its records with their files, its users, its
   * version of the service, its reports and documents, also those defined while it ran, and its webhooks with their
   * tokens, if it is known how they are written. Keys cannot be told any more, so no user has one. Refuses an unknown
   * sandbox.
   */
  exportFixtures(sandbox: SandboxId): Promise<Outcome<FixtureFiles>>
}

export interface ExportDeps<Webhook extends StoredWebhook> {
  store: Pick<Store<Webhook>, 'sandbox' | 'transaction' | 'records' | 'files'>
  catalogue: Pick<Catalogue, 'serviceVersions' | 'sections' | 'registry'>
  views: Views
  /** The configuration that a webhook is read from. */
  describeWebhook?: ((webhook: Webhook) => JsonValue) | undefined
}

const everything = { after: 0, limit: Number.MAX_SAFE_INTEGER }

export function createExport<Webhook extends StoredWebhook>(deps: ExportDeps<Webhook>): Export {
  const { store, catalogue, views, describeWebhook } = deps

  /** A store that takes turns lets no write in between what is asked for at once. */
  async function contentsOf(sandbox: SandboxId) {
    const ids = [...catalogue.sections.keys()]
    const [inside, ...records] = await Promise.all([
      store.transaction(sandbox, async tx => ({ users: await tx.users(), webhooks: await tx.webhooks() })),
      ...ids.map(id => store.records(sandbox, id, everything)),
    ])
    const files = await Promise.all(ids.map((id, index) =>
      store.files(sandbox, id, (records[index] ?? []).map(record => record.id))))
    const users = inside.users.map(({ user }) => user)
    const bySection = Map.groupBy(records.flat(), ({ section }) => section)
    return { users, webhooks: inside.webhooks, records: bySection, files: files.flat() }
  }

  return {
    async exportFixtures(sandbox) {
      if ((await store.sandbox(sandbox)) === undefined) return noSandbox(sandbox)
      const { serviceVersion, reports, documents } = await views.of(sandbox)
      const { users, webhooks, records, files } = await contentsOf(sandbox)
      const { serviceVersions, sections, registry } = catalogue
      const written: FixtureFiles = new Map()
      const json = (path: string, value: unknown) => void written.set(path, `${JSON.stringify(value, undefined, 2)}\n`)

      json('fixture.json', { serviceVersions, defaultServiceVersion: serviceVersion })
      json('registry.json', registry)
      json('users.json', users.map(userFile))
      if (describeWebhook !== undefined) json('webhooks.json', webhooks.map(describeWebhook))
      for (const { id, schema } of sections.values()) json(`sections/${id}.json`, schema)
      for (const [section, own] of records) json(`records/${section}.json`, own.map(recordFile))
      for (const report of reports.values()) {
        json(`reports/${report.id}.json`, reportFile(report))
        written.set(`reports/${report.id}.sql`, report.sql)
      }
      for (const document of documents.values()) writeDocument(document, written, json)
      json('files/index.json', files.map(fileEntry))
      for (const [index, file] of files.entries()) written.set(`files/${nameOf(file, index)}`, file.content)
      return success(written)
    },
  }
}

function userFile({ id, login, name, email, disabled, permissions }: StoredUser): JsonValue {
  return { id, login, name, email, disabled, permissions, keys: [] }
}

function recordFile({ id, createdAt, updatedAt, eliminado, fields }: StoredRecord): JsonValue {
  const iso = (instant: number) => new Date(instant).toISOString()
  return { id, created_at: iso(createdAt), updated_at: iso(updatedAt), eliminado, fields }
}

function reportFile({ title, description, parameters, columns, order, files }: ReportDefinition): unknown {
  const key = order.map(({ column }) => column)
  return { title, description, parameters, columns, order, key, ...(files === undefined ? {} : { files }) }
}

function writeDocument(
  { id, title, description, parameters, data, template }: DocumentDefinition,
  written: FixtureFiles,
  json: (path: string, value: unknown) => void,
): void {
  const entries = data.map(({ name, single, sql }) => {
    const file = `${id}-${name}.sql`
    written.set(`documents/${file}`, sql)
    return { name, single, sql: file }
  })
  json(`documents/${id}.json`, { title, description, parameters, data: entries, template: `${id}.liquid` })
  written.set(`documents/${id}.liquid`, template)
}

function fileEntry(file: StoredFile, index: number): JsonValue {
  const { section, recordId, name, mediaType } = file
  return { section, record: recordId, file: nameOf(file, index), name, mediaType }
}

/** A name that is the file's own in the folder, whatever its record calls it. */
function nameOf({ name }: StoredFile, index: number): string {
  return `${index + 1}-${name.replaceAll(/[^\w.-]/g, '_').slice(-80)}`
}

