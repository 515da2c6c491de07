import { Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import { toyRun } from '../testing/toy-run.ts'
import { createProgress, terminalReport } from './index.ts'
import type { Paint } from './index.ts'

const { report, events } = await toyRun()
const plain: Paint = (_, text) => text
const coloured: Paint = (format, text) => styleText(format, text, { validateStream: false })

test('what is broken comes first, with all that is needed to see it', () => {
  const lines = terminalReport(report, { paint: plain, width: 100 }).split('\n')
  expect(lines[0]).toBe('✗ fail  PING-FAIL  The law of PING-FAIL holds (stated: PING-2, PING-3)')
  expect(lines).toContain('  expected  peace')
  expect(lines).toContain('  cure      Send `peace`. Then look again.')
  expect(lines.find((line) => line.startsWith('  curl'))).toMatch(/^ {2}curl {6}curl --silent .*"\$ENSAYO_KEY"/)
  expect(lines.find((line) => line.startsWith('  again'))).toMatch(/^ {2}again {5}ensayo conform --target http/)
  const ids = lines.flatMap((line) => /^[✗!] .*? {2}([A-Z-]+) {2}/.exec(line)?.[1] ?? [])
  expect(ids).toEqual(['PING-FAIL', 'PING-ALSO-FAIL', 'REP-ERROR'])
})

test('then every statement, and why it is not proven', () => {
  const text = terminalReport(report, { paint: plain, width: 200 })
  expect(text).toMatch(/^ {2}✓ PING-1 {2}proven {5}While the service runs, .* \(1 case\)$/m)
  expect(text).toMatch(/^ {2}✗ AUTH-1 {2}broken {5}PING-ALSO-FAIL: broken as well$/m)
  expect(text).toMatch(/^ {2}≠ GAP-ERRORS +refuted +REP-REFUTED: it is otherwise here$/m)
  for (const { id } of report.statements) expect(text).toContain(id)
  expect(text).toMatch(/no case is about it\s\(AUTH-2, AUTH-3, /)
  expect(text).toContain('Does not conform: http://127.0.0.1')
})

test('then what would let more be judged', () => {
  const text = terminalReport(report, { paint: plain, width: 120 })
  expect(text).toMatch(/^To judge more\n {2}1 case: Add a sample\. \(REP-OPEN\)$/m)
  expect(text).toMatch(/^ {2}1 case: It needs leave to create, edit and delete records of its own\. Give it with --allow write\./m)
})

test('no line of ours is wider than the terminal, and nothing of the service steers it', () => {
  const text = terminalReport(report, { paint: plain, width: 80 })
  const copied = /^ {2}(?:curl|again) /
  // A word that is longer than the line stays whole.
  const wide = text.split('\n').filter((line) => [...line].length > 80 && !copied.test(line) && line.trim().split(' ').every((word) => word.length < 40))
  expect(wide.filter((line) => !line.startsWith('✗') && !line.startsWith('!'))).toEqual([])
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
})

test('colours are only paint', () => {
  const painted = terminalReport(report, { paint: coloured, width: 100 })
  expect(painted).toContain('\u001b[31m')
  expect(stripVTControlCharacters(painted)).toBe(terminalReport(report, { paint: plain, width: 100 }))
})

test('a receiver is told of by area, with what was not judged', () => {
  const text = terminalReport({ ...report, subject: 'receiver', target: { kind: 'receiver', url: 'http://shop.test/hook' }, statements: [] }, { paint: plain, width: 100 })
  expect(text).toMatch(/^ {2}Area +score +must +should +not judged$/m)
  expect(text).toMatch(/^ {2}Ping +33 % +1 of 3 +–$/m)
  expect(text).toMatch(/\? REP-OPEN +inconclusive +unclear: \$ENSAYO_KEY — Add a sample\./)
  expect(text).toContain('Not sound yet: the receiver http://shop.test/hook.')
})

/** What a terminal, or a pipe, gets. */
function recording(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const stream = Object.assign(Object.create(WriteStream.prototype), { isTTY, columns: 60, write: (text: string) => sink.write(text) })
  return { stream, text: () => chunks.join('') }
}

const started = { type: 'runStarted' as const, run: 'ens-toy', at: '', target: report.target, cases: report.cases.map(({ id }) => id) }

test('in a pipe each case is a quiet line', () => {
  const { stream, text } = recording(false)
  const tell = createProgress({ stream })
  for (const event of [started, ...events]) tell(event)
  const lines = stripVTControlCharacters(text()).trimEnd().split('\n')
  expect(lines[0]).toMatch(/^9 cases against http:\/\/127\.0\.0\.1:\d+, run ens-toy$/)
  expect(lines).toHaveLength(9)
  expect(lines[1]).toMatch(/^✓ pass PING-PASS \d+ ms$/)
  expect(lines.join()).not.toContain('REP-NOT-RUN')
  expect(text()).not.toContain('\r')
})

test('where somebody watches, one line changes, and only what deviates stays', () => {
  const { stream, text } = recording(true)
  const tell = createProgress({ stream })
  for (const event of [started, ...events, { type: 'runEnded' as const, report }]) tell(event)
  const kept = text().split('\n').map((line) => stripVTControlCharacters(line.split('\u001b[2K').at(-1) ?? '').trim())
  expect(kept.filter((line) => line !== '').map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    '✗ fail PING-FAIL:',
    '✗ fail PING-ALSO-FAIL:',
    '! suite error',
  ])
  for (const shown of text().split(/\r\u001b\[2K|\n/)) {
    const line = stripVTControlCharacters(shown)
    if (/^\d+ of 9/.test(line)) expect(line.length).toBeLessThan(60)
  }
  expect(stripVTControlCharacters(text())).toContain('9 of 9, 3 deviating')
})
