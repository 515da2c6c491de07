/** One inbound exchange as the journal keeps it: references to what is there anyway, nothing copied or formatted. */
import type { Instant, OperationId, Problem } from '../../core/index.ts'
import type { Principal } from '../../store/index.ts'
import type { Packet } from '../answers.ts'

export interface JournalEntry {
  /** Counts from 1 in its sandbox, without gaps; the journal gives it. */
  number: number
  /** Absent when the request belongs to none. */
  operation: OperationId | undefined
  /** Absent while the key is not checked, or where none is needed. */
  caller: Principal | undefined
  method: string
  /** As it arrived, query included. */
  url: string
  /** Names and values by turns, as they arrived. */
  rawHeaders: readonly string[]
  /** Absent when the request had none, or none that was read. */
  body: Buffer | undefined
  packet: Packet
  /** Why it was refused, when it was. */
  problem: Problem | undefined
  /** What was done to it on purpose, one word or two for each fault. */
  faults: readonly string[]
  /** When it was answered, in the machine's time. */
  endedAt: Instant
  /** From the arrival of the head to the answer, in milliseconds. */
  durationMs: number
}
