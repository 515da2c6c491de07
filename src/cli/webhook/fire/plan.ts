/** What a command line asks to be sent where, checked against the fixtures. */
import type { EventKind, Instant, RecordChanged, RecordId, Violation } from '../../../core/index.ts'
import { FixtureError, loadCatalogue } from '../../../service/index.ts'
import type { Catalogue } from '../../../service/index.ts'
import { parseWebhook } from '../../../webhooks/index.ts'
import type { Webhook } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import type { FireArguments } from '../options.ts'
import { createChance } from './chance.ts'
import { readRecord } from './given-record.ts'
import type { GivenRecord } from './given-record.ts'
import { fieldsOf } from './section-fields.ts'
import type { Section } from './section-fields.ts'
import { createSimulatedEvents } from './simulated-events.ts'
import { createSimulatedRecords } from './simulated-records.ts'

export interface Plan {
  webhook: Webhook
  nextEvent: (at: Instant) => RecordChanged
}

export interface PlanDeps {
  args: FireArguments
  token: string | undefined
  fixtures: string | undefined
}

/** @throws UsageError naming the option that is wrong */
export async function readPlan({ args, token, fixtures }: PlanDeps): Promise<Plan> {
  const catalogue = await readCatalogue(fixtures)
  const webhook = webhookFrom(args, token, catalogue)
  const section = catalogue.sections.get(webhook.section)
  if (section === undefined) throw new Error(`the section ${webhook.section} is gone`)
  const record = args.record === undefined ? undefined : await readRecord(args.record)
  if (record !== undefined) tellUnknownFields(record, section)
  const changedFields = args.fields === undefined ? undefined : changedFrom(args.fields, section, record)
  const kind: EventKind = args.event ?? (changedFields === undefined ? 'created' : 'modified')
  const chance = createChance(args.seed)
  const known = catalogue.seed.records.filter((each) => each.section === section.id)
  const makeRecord = args.full && record === undefined
    ? await createSimulatedRecords({ catalogue, section, chance, seed: args.seed })
    : undefined
  const nextEvent = createSimulatedEvents({
    section,
    kind,
    changedFields,
    record,
    makeRecord,
    full: args.full,
    id: args.id === undefined ? undefined : idFrom(args.id),
    knownIds: known.filter(({ eliminado }) => eliminado === 0).map(({ id }) => id),
    lastId: Math.max(0, ...known.map(({ id }) => id)),
    chance,
  })
  return { webhook, nextEvent }
}

async function readCatalogue(directory: string | undefined): Promise<Catalogue> {
  try {
    return await loadCatalogue(directory === undefined ? {} : { directory })
  } catch (error) {
    if (error instanceof FixtureError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/** Which option gives what a webhook's configuration calls so. */
const options = new Map([['url', '--to'], ['token', '--token'], ['section', '--section'], ['retries', '--retry']])

function webhookFrom(args: FireArguments, token: string | undefined, { sections }: Catalogue): Webhook {
  const [first] = sections.keys()
  const configuration = {
    section: args.section ?? first,
    on: { creation: true, modification: true },
    url: args.to,
    token,
    payload: args.full ? 'full' : 'thin',
    retries: /^\d/.test(args.retry) ? { delays: args.retry.split(','), seed: args.seed } : { preset: args.retry, seed: args.seed },
  }
  const parsed = parseWebhook(configuration, {
    sections: new Map([...sections].map(([id, section]) => [id, new Set(fieldsOf(section))])),
    id: 'fire',
  })
  if (parsed.ok) return parsed.value
  const { problem } = parsed
  const violation = problem.kind === 'invalid' ? problem.violations[0] : undefined
  throw new UsageError(violation === undefined ? problem.message : usageOf(violation))
}

function usageOf({ pointer, message, expected }: Violation): string {
  const option = options.get(pointer.split('/')[1] ?? '')
  return `${option === undefined ? '' : `${option}: `}${message.replace(/\.$/, '')}${expected === undefined ? '' : `; expected ${expected}`}`
}

function changedFrom(text: string, section: Section, record: GivenRecord | undefined): string[] {
  const names = text.split(',').map((name) => name.trim())
  const known = new Set([...fieldsOf(section), 'eliminado', ...Object.keys(record?.fields ?? {})])
  const unknown = names.find((name) => !known.has(name))
  if (unknown === undefined) return [...new Set(names)]
  throw new UsageError(
    unknown === ''
      ? '--fields takes names joined by commas, such as name,email'
      : `--fields: the section ${section.id} has no field ${unknown.slice(0, 60)}; expected some of ${[...known].join(', ')}`,
  )
}

/** A deployment may have more fields than the fixtures know, so they are sent all the same. */
function tellUnknownFields({ fields }: GivenRecord, section: Section): void {
  const known = new Set(fieldsOf(section))
  const unknown = Object.keys(fields).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  process.stderr.write(`ensayo: --record: the section ${section.id} of the fixtures has no ${unknown.join(', ')}; sent as given\n`)
}

function idFrom(text: string): RecordId {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
