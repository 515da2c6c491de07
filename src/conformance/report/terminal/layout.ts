/** Lines that fit a terminal. */
import { styleText } from 'node:util'
import type { StatementState } from '../../run-report.ts'
import type { VerdictName } from '../../verdict.ts'

export type Format = Parameters<typeof styleText>[0]
export type Paint = (format: Format, text: string) => string

/** Colours as the stream shows them: `NO_COLOR`, `FORCE_COLOR` and whether it is a terminal decide. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

export const verdictColours: Record<VerdictName, Format> = {
  pass: 'green',
  confirmed: 'cyan',
  fail: 'red',
  refuted: 'magenta',
  inconclusive: 'yellow',
  'not-run': 'gray',
  'suite-error': 'redBright',
}

export const stateColours: Record<StatementState, Format> = {
  proven: 'green',
  broken: 'red',
  confirmed: 'cyan',
  refuted: 'magenta',
  open: 'yellow',
  untestable: 'gray',
}

/** Breaks text between words into lines of at most `width`; a word that is longer stays whole, so it can be copied. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && [...line].length + 1 + [...word].length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** `heading` in front of the first line, the others below its end. */
export function hanging(heading: string, text: string, width: number): string[] {
  const indent = ' '.repeat([...heading].length)
  return wrapped(text, Math.max(20, width - indent.length)).map((line, index) => (index === 0 ? heading : indent) + line)
}
