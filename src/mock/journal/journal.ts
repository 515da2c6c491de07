/** What came in and what went out, per sandbox, bounded. */
import type { SandboxId } from '../../store/index.ts'
import type { JournalEntry } from './entry.ts'
import { createRing } from './ring.ts'
import type { Ring, RingLimits } from './ring.ts'

export interface Journal {
  /** Keeps an exchange; the journal numbers it. This is on every request's way, so it only keeps references. */
  add(entry: JournalEntry): void
  /** Takes back what an earlier process kept, the oldest first; without an exchange, only how many there were. */
  recall(sandbox: SandboxId, entry: JournalEntry | undefined, count: number): void
  /** Those still kept, the oldest first. */
  entries(sandbox: SandboxId): readonly JournalEntry[]
  /** How many there ever were. */
  count(sandbox: SandboxId): number
  /** Forgets what was kept; numbers go on. */
  clear(sandbox: SandboxId): void
  /** The sandbox is no more. */
  forget(sandbox: SandboxId): void
  /** Calls the listener after each exchange. Gives the way to stop that. */
  watch(listener: (sandbox: SandboxId, entry: JournalEntry) => void): () => void
}

export interface JournalDeps {
  /** Where exchanges belong that no known key brought: ping, and whatever was refused before its key was known. */
  defaultSandbox: SandboxId
  /** For each sandbox; 500 exchanges and 8 MB unless given. What is kept for long costs more than keeping it. */
  limits?: RingLimits
}

interface Kept {
  ring: Ring<JournalEntry>
  count: number
}

/** What an exchange takes beside its bodies, roughly. */
const overhead = 2048

function bytesOf({ body, packet }: JournalEntry): number {
  return overhead + (body?.length ?? 0) + (packet.body?.length ?? 0)
}

export function createJournal({ defaultSandbox, limits = { entries: 500, bytes: 8_000_000 } }: JournalDeps): Journal {
  const sandboxes = new Map<SandboxId, Kept>()
  const listeners = new Set<(sandbox: SandboxId, entry: JournalEntry) => void>()

  function keptOf(sandbox: SandboxId): Kept {
    let kept = sandboxes.get(sandbox)
    if (kept === undefined) sandboxes.set(sandbox, (kept = { ring: createRing(limits, bytesOf), count: 0 }))
    return kept
  }

  return {
    add(entry) {
      const sandbox = entry.caller?.sandbox ?? defaultSandbox
      const kept = keptOf(sandbox)
      kept.count += 1
      entry.number = kept.count
      kept.ring.add(entry)
      if (listeners.size === 0) return
      for (const listener of listeners) listener(sandbox, entry)
    },
    recall(sandbox, entry, count) {
      const kept = keptOf(sandbox)
      if (entry !== undefined) kept.ring.add(entry)
      kept.count = count
    },
    entries: (sandbox) => sandboxes.get(sandbox)?.ring.all() ?? [],
    count: (sandbox) => sandboxes.get(sandbox)?.count ?? 0,
    clear: (sandbox) => sandboxes.get(sandbox)?.ring.clear(),
    forget: (sandbox) => void sandboxes.delete(sandbox),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
