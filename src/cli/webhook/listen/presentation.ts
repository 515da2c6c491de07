/** What there is to show while a receiver listens; for people or for programs. */
import type { Contract } from '../../../contract/index.ts'
import type { Answer, ReceivedNotification } from '../../../conformance/index.ts'
import type { Terminal } from '../terminal.ts'
import type { Tally } from './tally.ts'

export interface Presentation {
  listening(url: string): void
  notification(received: ReceivedNotification): void
  answered(received: ReceivedNotification): void
  forwardFailed(received: ReceivedNotification, reason: string): void
  fault(message: string): void
  summary(tally: Tally): void
}

export interface Setting {
  /** Undefined for those of a sound receiver. */
  answers: readonly Answer[] | undefined
  delayMs: number
  forward: URL | undefined
  expectsToken: boolean
  overlays: Contract['overlays']
}

export interface PresentationDeps {
  terminal: Terminal
  setting: Setting
}
