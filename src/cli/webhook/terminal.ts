/** Where a command that goes on for a while says what happens. */
import { styleText } from 'node:util'

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

export interface Terminal {
  /** Colours where the stream shows them: a terminal, NO_COLOR and FORCE_COLOR decide. */
  paint: Paint
  /** Whether somebody watches, so that a line may change. */
  readonly watched: boolean
  line(text: string): void
  /** Shows a line at the bottom that the next one replaces; nothing when nobody watches. */
  live(text: string): void
}

/** `onGone` is called when the stream takes no more: its reader has seen enough (`| head`), or the disk is full. */
export function createTerminal(stream: NodeJS.WriteStream, onGone: () => void): Terminal {
  let gone = false
  let isLive = false
  stream.on('error', () => {
    if (gone) return
    gone = true
    onGone()
  })
  const write = (text: string): void => {
    if (!gone) stream.write(text)
  }
  const clear = (): void => {
    if (isLive) write('\r\u001b[2K')
    isLive = false
  }
  return {
    paint: (format, text) => styleText(format, text, { stream }),
    watched: stream.isTTY === true,
    line(text) {
      clear()
      write(`${text}\n`)
    },
    live(text) {
      if (stream.isTTY !== true) return
      clear()
      // A line that wraps could not be taken back. Some terminals do not know their width and say 0.
      write([...text].slice(0, (stream.columns || 80) - 1).join(''))
      isLive = true
    },
  }
}

/** Text from elsewhere, safe to print: no control character moves the cursor, none turns the writing around. */
export function printable(text: string, longest = 200): string {
  const flat = text
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => escapes.get(character) ?? escaped(character))
  const characters = [...flat]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : flat
}

const escapes = new Map([['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']])

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** `2026-11-20T12:03:22.123Z` as `12:03:22.123` of this machine's time zone. */
export function timeOfDay(instant: number): string {
  const date = new Date(instant)
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `3 ms`, `1.2 s`: as precise as matters. */
export function milliseconds(duration: number): string {
  if (duration >= 10_000) return `${(duration / 1000).toFixed(1)} s`
  if (duration >= 1000) return `${(duration / 1000).toFixed(2)} s`
  return `${duration >= 10 ? Math.round(duration) : Number(duration.toFixed(duration >= 1 ? 1 : 2))} ms`
}
