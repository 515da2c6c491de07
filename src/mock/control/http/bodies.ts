/** What the control API's operations take, as its OpenAPI document has it; the schemas there are what is checked. */
import type { Fields, JsonObject, RecordId } from '../../../core/index.ts'
import type { ClockSetting, NewUser } from '../../../service/index.ts'
import type { DeliveryFilter } from '../../../store/index.ts'
import type { JournalFilter, Question } from '../../journal/index.ts'
import type { FiredEvent } from '../webhooks.ts'

/** ISO 8601. */
type InstantText = string
type DurationText = string

export type DeliveryFilterBody = Omit<DeliveryFilter, 'since' | 'until' | 'limit' | 'after'> & {
  since?: InstantText
  until?: InstantText
}

export type ClockSettingBody =
  | Extract<ClockSetting, { kind: 'real' | 'offset' }>
  | { kind: 'running' | 'frozen'; at?: InstantText }

/** By operationId; those that are not here take none. */
export interface Bodies {
  createSandbox: { from?: 'fixtures' | 'empty' | { copyOf: string }; name?: string; expiresIn?: DurationText } | undefined
  changeSettings: {
    serviceVersion?: string
    matching?: { apiWritesNotify?: boolean; unchangedEditsNotify?: boolean }
  }
  setClock: ClockSettingBody
  advanceClock: { by: DurationText } | { to: InstantText }
  waitFor:
    | { delivery: DeliveryFilterBody; within?: DurationText }
    | { request: JournalFilter; within?: DurationText }
  addWebhook: JsonObject
  putWebhook: JsonObject
  fireEvent: FiredEvent
  replayDeliveries: DeliveryFilterBody
  askJournal: Question
  addFault: JsonObject
  enterRecord: { id?: RecordId; fields: Fields }
  putRecord: { fields: Fields; eliminado?: 0 | 1 }
  defineReport: JsonObject
  defineDocument: JsonObject
  addUser: NewUser
  changeUser: Partial<NewUser>
  issueKey: { expiresAt?: InstantText } | undefined
  expireKey: { expiresAt?: InstantText } | undefined
}

/** What stands behind the question mark, by operationId. */
export interface Queries {
  listDeliveries: Omit<DeliveryFilterBody, 'ids' | 'states'> & {
    state?: NonNullable<DeliveryFilter['states']>[number]
    after?: string
    limit?: number
  }
  readJournal: JournalFilter
  listRecords: { after?: number; limit?: number }
}

type Takes<Map, Id> = Id extends keyof Map ? Map[Id] : undefined

/** A call whose parts have passed the operation's schemas. */
export interface Call<Id> {
  body: Takes<Bodies, Id>
  query: Takes<Queries, Id>
  /** A parameter of the path; throws when the document has none of that name. */
  path(name: string): string
}
