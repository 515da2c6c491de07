/** A file that log lines are appended to, many at a time. */
import { closeSync, openSync, writeSync } from 'node:fs'

export interface LineFile {
  write(line: string): void
  /** Writes what is held back and closes the file; later lines are dropped. */
  close(): void
}

const heldBytes = 16 * 1024
const longestHoldMs = 500

/**
 * Opens `path` for appending, and throws the system's error when that fails. Lines are held back until 16 KiB are
 * together or half a second has passed, then written synchronously: handing them to another thread would cost
 * several times what writing them costs. They are also written when the process exits. Lines that cannot be written,
 * as on a full disk, are lost: `onFault` is told once, and later ones are tried again.
 */
export function openLineFile(path: string, onFault: (error: unknown) => void): LineFile {
  const file = openSync(path, 'a')
  // Encoded at once, so that no line lives on as a string for the garbage collector to carry along.
  const held = Buffer.allocUnsafeSlow(heldBytes)
  let length = 0
  let open = true
  let isTold = false
  /** Whether the file ends in the middle of a line. */
  let isCut = false

  const append = (bytes: Buffer) => {
    let written = 0
    try {
      if (isCut) writeSync(file, '\n')
      isCut = false
      while (written < bytes.length) written += writeSync(file, bytes, written)
    } catch (error) {
      isCut ||= written > 0
      if (!isTold) onFault(error)
      isTold = true
    }
  }
  const flush = () => {
    if (length === 0 || !open) return
    const end = length
    length = 0
    append(held.subarray(0, end))
  }
  const timer = setInterval(flush, longestHoldMs)
  timer.unref()
  process.on('exit', flush)

  return {
    write(line) {
      if (!open) return
      // UTF-8 takes at most three bytes for a UTF-16 unit.
      const longest = line.length * 3
      if (longest > heldBytes - length) flush()
      if (longest > heldBytes) append(Buffer.from(line))
      else length += held.write(line, length)
    },
    close() {
      if (!open) return
      flush()
      open = false
      clearInterval(timer)
      process.off('exit', flush)
      closeSync(file)
    },
  }
}
