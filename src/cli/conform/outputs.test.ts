import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { toyRun } from '../../conformance/report/testing/toy-run.ts'
import { UsageError } from '../usage-error.ts'
import { openOutputs } from './outputs.ts'
import type { OutputArguments, Outputs } from './outputs.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-outputs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function opened(args: Partial<OutputArguments>) {
  const nothing = { junit: undefined, ctrf: undefined, json: undefined, ndjson: undefined, har: undefined, html: undefined }
  return openOutputs({ ...nothing, github: undefined, quiet: true, ...args }, {})
}

function pipeIn(folder: string): string {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  return pipe
}

test('a pipe that nobody reads yet does not hold up the run, and is no file afterwards', () => {
  const pipe = pipeIn(newFolder())
  opened({ json: pipe }).close()
  expect(lstatSync(pipe).isFIFO()).toBe(true)
})

test('events go into a pipe that somebody reads; one that nobody reads is refused', async () => {
  const pipe = pipeIn(newFolder())
  expect(() => opened({ ndjson: pipe })).toThrow(`--ndjson ${pipe} cannot be written: nobody reads it; start its reader first`)
  const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void reader.kill())
  let read = ''
  reader.stdout.setEncoding('utf8').on('data', (text: string) => (read += text))
  const outputs = await onceRead({ ndjson: pipe })
  outputs.tell({ type: 'caseStarted', id: 'PING-OK' })
  outputs.close()
  await once(reader, 'close')
  expect(read).toContain('PING-OK')
})

test('events that cannot be written are told of in one line at the end, when all else is written', async () => {
  const folder = newFolder()
  const pipe = pipeIn(folder)
  const reader = spawn('cat', [pipe], { stdio: ['ignore', 'ignore', 'inherit'] })
  const outputs = await onceRead({ ndjson: pipe, json: join(folder, 'run.json') })
  reader.kill()
  await once(reader, 'close')
  outputs.tell({ type: 'caseStarted', id: 'PING-OK' })
  const { report } = await toyRun({ only: ['PING-PASS'] })
  const ended = outputs.end(report)
  await expect(ended).rejects.toThrow(UsageError)
  await expect(ended).rejects.toThrow(`--ndjson ${pipe} cannot be written: EPIPE`)
  expect(readFileSync(join(folder, 'run.json'), 'utf8')).toContain('"ensayo-run"')
  outputs.close()
})

test('the trial of a link leads to what is behind it, and leaves the link', () => {
  const folder = newFolder()
  symlinkSync('behind.json', join(folder, 'run.json'))
  opened({ json: join(folder, 'run.json') }).close()
  expect(lstatSync(join(folder, 'run.json')).isSymbolicLink()).toBe(true)
  expect(existsSync(join(folder, 'behind.json'))).toBe(false)
  expect(() => opened({ json: join(folder, 'run.json'), junit: join(folder, 'behind.json') })).toThrow('both name')
})

/** The reader has a process of its own, which takes a while to begin. */
async function onceRead(args: Partial<OutputArguments>): Promise<Outputs> {
  for (;;) {
    try {
      return opened(args)
    } catch {
      await pause(10)
    }
  }
}
