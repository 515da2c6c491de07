/** A journal that outlives its process: each exchange is one line of a file, without the keys that came with it. */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import type { SandboxId } from '../../store/index.ts'
import type { JournalEntry } from './entry.ts'
import type { Journal } from './journal.ts'
import { redactionOf } from './redaction.ts'
import { textOf } from './shown.ts'

export interface JournalFile extends Journal {
  /** Writes what is still held back. */
  close(): void
}

/** What one line says. */
type Line =
  | { sandbox: SandboxId; entry: WrittenEntry }
  | { sandbox: SandboxId; count: number }
  | { sandbox: SandboxId; forgotten: true }

/** Bytes travel as base64, texts as they are. */
type Written = { text: string } | { base64: string } | undefined

interface WrittenEntry extends Omit<JournalEntry, 'body' | 'packet'> {
  body?: Written
  packet: Omit<JournalEntry['packet'], 'body'> & { body?: Written }
}

/** Beyond so many bytes the file is written anew with what is still kept. */
const leastRewrite = 16_000_000

/**
 * Reads what an earlier process wrote into the journal, and writes what is added from now on, at the end of each turn of
 * the event loop. A file that cannot be written to costs the journal's survival and nothing else: `onFault` is told once.
 */
export function keepInFile(journal: Journal, path: string, onFault: (error: unknown) => void): JournalFile {
  const sandboxes = new Set<SandboxId>()
  for (const line of linesOf(path)) {
    sandboxes.add(line.sandbox)
    if ('entry' in line) journal.recall(line.sandbox, restored(line.entry), line.entry.number)
    else if ('count' in line) {
      journal.clear(line.sandbox)
      journal.recall(line.sandbox, undefined, line.count)
    } else journal.forget(line.sandbox)
  }
  let file = openFor('a')
  let size = 0
  orGiveUp((open) => {
    size = fstatSync(open).size
    // The last line of a process that was killed may be without its end.
    if (size > 0) size += writeSync(open, '\n')
  })
  let limit = Math.max(leastRewrite, size * 2)
  let waiting: (() => Line)[] = []

  function openFor(flag: 'a' | 'w', place = path): number | undefined {
    try {
      return openSync(place, flag, 0o600)
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  /** Does something with the file while there is one; after a fault there is none. */
  function orGiveUp(work: (open: number) => void): void {
    if (file === undefined) return
    try {
      work(file)
    } catch (error) {
      closeAnyway(file)
      file = undefined
      onFault(error)
    }
  }

  function write(lines: readonly Line[]): void {
    orGiveUp((open) => {
      size += writeSync(open, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    })
  }

  function flush(): void {
    const lines = waiting
    waiting = []
    if (lines.length > 0) write(lines.map((line) => line()))
    if (size > limit) rewrite()
  }

  function rewrite(): void {
    const before = file
    const next = `${path}.next`
    file = openFor('w', next)
    size = 0
    for (const sandbox of sandboxes) {
      const entries = journal.entries(sandbox)
      write([{ sandbox, count: journal.count(sandbox) - entries.length }])
      write(entries.map((entry) => ({ sandbox, entry: writtenOf(entry) })))
    }
    orGiveUp(() => renameSync(next, path))
    if (before !== undefined) closeAnyway(before)
    limit = Math.max(leastRewrite, size * 2)
  }

  /** What is to be written is made when it is written, not while somebody waits for an answer. */
  function later(line: () => Line): void {
    if (file === undefined) return
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(line)
  }

  const stop = journal.watch((sandbox, entry) => {
    sandboxes.add(sandbox)
    later(() => ({ sandbox, entry: writtenOf(entry) }))
  })

  return {
    ...journal,
    clear(sandbox) {
      journal.clear(sandbox)
      const count = journal.count(sandbox)
      later(() => ({ sandbox, count }))
    },
    forget(sandbox) {
      journal.forget(sandbox)
      sandboxes.delete(sandbox)
      later(() => ({ sandbox, forgotten: true }))
    },
    close() {
      stop()
      flush()
      if (file !== undefined) closeAnyway(file)
      file = undefined
    },
  }
}

/** Some disks tell only here that they are full. */
function closeAnyway(file: number): void {
  try {
    closeSync(file)
  } catch {
    // Whoever closes it has no more use for it.
  }
}

/** A line that was cut off, or that another program wrote, is as good as absent. */
function linesOf(path: string): Line[] {
  return contentOf(path).split('\n').flatMap((line) => {
    try {
      const read: unknown = JSON.parse(line)
      return isLine(read) ? [read] : []
    } catch {
      return []
    }
  })
}

/** Empty for a file that is not there. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isLine(read: unknown): read is Line {
  return typeof read === 'object' && read !== null && 'sandbox' in read && typeof read.sandbox === 'string'
    && ('entry' in read || 'count' in read || 'forgotten' in read)
}

function writtenOf(entry: JournalEntry): WrittenEntry {
  const { url, headers, answerHeaders, problem, text } = redactionOf(entry)
  const { body, packet, ...rest } = entry
  return {
    ...rest,
    url,
    rawHeaders: Object.entries(headers).flat(),
    body: written(body, text),
    packet: { ...packet, headers: answerHeaders, body: written(packet.body, text) },
    problem,
  }
}

function written(body: Buffer | string | undefined, redact: (text: string) => string): Written {
  if (body === undefined) return undefined
  if (typeof body === 'string') return { text: redact(body) }
  const text = textOf(body)
  // As Latin-1 each byte is a character, as in the headers that the secrets come from (RFC 9110, section 5.5).
  return text === undefined
    ? { base64: Buffer.from(redact(body.toString('latin1')), 'latin1').toString('base64') }
    : { text: redact(text) }
}

function restored({ body, packet, ...rest }: WrittenEntry): JournalEntry {
  return {
    ...rest,
    operation: rest.operation,
    caller: rest.caller,
    problem: rest.problem,
    body: bytesOf(body),
    packet: { ...packet, refusal: packet.refusal, body: bytesOf(packet.body) },
  }
}

function bytesOf(body: Written): Buffer | undefined {
  if (body === undefined) return undefined
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}
