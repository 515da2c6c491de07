/** What is checked, with what, and how carefully. */
import type { Contract } from '../../contract/index.ts'
import type { RecordId } from '../../core/index.ts'
import type { RunEvent } from '../run-report.ts'
import type { CheckArea, CheckContext, ReceiverApi } from './check.ts'
import type { SenderOptions } from './raw-sender.ts'

export interface CheckOptions {
  contract: Contract
  /** Where the receiver takes notifications, and who may be connected to. */
  sender: SenderOptions
  /** The webhook's token, when it has one. */
  token?: string
  /** Another that is valid as well. */
  nextToken?: string
  /** The environment variables that hold them, which stand for them in what is shown; `ENSAYO_WEBHOOK_TOKEN` and `ENSAYO_WEBHOOK_NEXT_TOKEN` unless given. */
  tokenVariable?: string
  nextTokenVariable?: string
  section: string
  /** The record that notifications are about; a new one for each check where there is an API. */
  recordId: RecordId
  areas: readonly CheckArea[]
  /** Ids, or beginnings of ids up to a dash; all checks unless given. */
  only?: readonly string[]
  /** The mock that the receiver reads records back from. */
  api?: ReceiverApi
  /** Reads the receiver's state. */
  probe?: () => Promise<string>
  fault?: CheckContext['fault']
  /** Whether notifications carry the record as well (GAP-HOOK-BODY); thin ones unless given. */
  full?: boolean
  /** How long an accepted event may take until the receiver's state shows it, in milliseconds; 10,000 unless given. */
  patienceMs?: number
  /** Awaited before each check: a receiver that has crashed may be about to be started again. */
  ready?: () => Promise<void>
  /** Further secrets that no report shall show, by the names that stand in for them. */
  hidden?: Readonly<Record<string, string>>
  /** Deliveries a second at most. */
  rate?: number
  seed: number
  /** For one answer, in milliseconds; HOOK-5 gives ten seconds. */
  timeoutMs: number
  repeat: (id: string) => string
  onEvent?: (event: RunEvent) => void
  signal?: AbortSignal
}
