/** Where a run is told of: the terminal, files, GitHub Actions. */
import { accessSync, closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  appendStepSummary,
  createProgress,
  eventLine,
  makeFolder,
  paintFor,
  placeOf,
  ReportNotWritten,
  reportText,
  terminalReport,
  writeReports,
} from '../../conformance/index.ts'
import type { RunEvent, RunReport } from '../../conformance/index.ts'
import { UsageError } from '../usage-error.ts'
import type { ConformArguments } from './options.ts'
import type { Environment } from './task.ts'

export interface Outputs {
  /** Takes what happens, as it happens. */
  tell(event: RunEvent): void
  /** @throws UsageError when a report cannot be written */
  end(report: RunReport): Promise<void>
  close(): void
}

/** Where to, of those options that every judging command has. */
export type OutputArguments = Pick<ConformArguments, 'junit' | 'ctrf' | 'json' | 'ndjson' | 'har' | 'html' | 'github' | 'quiet'>

/** @throws UsageError when two reports go to one file, or one cannot be written where it is wanted */
export function openOutputs(args: OutputArguments, environment: Environment): Outputs {
  const { junit, ctrf, json, har, html } = args
  const files = Object.entries({ junit, ctrf, json, har, html }).flatMap(([format, path]) => (path === undefined ? [] : [[format, path] as const]))
  demandPlaces([...files, ...(args.ndjson === undefined ? [] : [['ndjson', args.ndjson] as const])])
  const progress = createProgress({ stream: process.stderr, quiet: args.quiet })
  const events = args.ndjson === undefined ? undefined : openEvents(args.ndjson)
  const tell = (event: RunEvent): void => {
    progress(event)
    events?.write(eventLine(event))
  }
  return {
    tell,
    async end(report) {
      tell({ type: 'runEnded', report })
      if (!args.quiet) {
        const width = process.stdout.columns ?? 110
        process.stdout.write(terminalReport(report, { paint: paintFor(process.stdout), width }))
      }
      try {
        if (args.github ?? environment['GITHUB_ACTIONS'] === 'true') await tellGithub(report, environment)
        await writeReports({ report, formats: Object.fromEntries(files) })
      } catch (error) {
        if (error instanceof ReportNotWritten) throw new UsageError(error.message, { cause: error })
        throw error
      }
      events?.demandAll()
    },
    close() {
      events?.close()
    },
  }
}

interface Events {
  write(line: string): void
  /** @throws UsageError when a line could not be written */
  demandAll(): void
  close(): void
}

/** What cannot be written is told of at the end: a run in the midst of which this threw would leave its records behind. */
function openEvents(path: string): Events {
  const file = writable('ndjson', path, () => openedForEvents(path))
  let failure: UsageError | undefined
  return {
    write(line) {
      try {
        if (failure === undefined) writeFileSync(file, line)
      } catch (error) {
        failure = notWritable('ndjson', path, error)
      }
    },
    demandAll() {
      if (failure !== undefined) throw failure
    },
    close: () => closeSync(file),
  }
}

function openedForEvents(path: string): number {
  const place = placeOf(path)
  if (place.kind !== 'pipe') return openSync(place.path, 'w')
  // To open a pipe waits for a reader, for ever if need be; opened like this it is refused instead.
  const first = openSync(place.path, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    return openSync(place.path, 'w')
  } finally {
    closeSync(first)
  }
}

/** Before hours are spent on what cannot be told afterwards. */
function demandPlaces(files: readonly (readonly [option: string, path: string])[]): void {
  const taken = new Map<string, string>()
  for (const [option, path] of files) {
    const { kind, path: place } = writable(option, path, () => placeOf(path))
    const other = taken.get(place)
    if (other !== undefined) throw new UsageError(`--${other} and --${option} both name ${path}; give each report a file of its own`)
    taken.set(place, option)
    writable(option, path, () => (kind === 'file' ? tryFile(place) : accessSync(place, constants.W_OK)))
  }
}

function tryFile(path: string): void {
  const isNew = !existsSync(path)
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a'))
  if (isNew) rmSync(path)
}

function writable<T>(option: string, path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw notWritable(option, path, error)
  }
}

function notWritable(option: string, path: string, error: unknown): UsageError {
  const isUnread = error instanceof Error && 'code' in error && error.code === 'ENXIO'
  const why = isUnread ? 'nobody reads it; start its reader first' : error instanceof Error ? error.message : String(error)
  return new UsageError(`--${option} ${path} cannot be written: ${why}`, { cause: error })
}

/** Annotations are read from the log; the summary is a file that the job's steps share. */
async function tellGithub(report: RunReport, environment: Environment): Promise<void> {
  process.stdout.write(reportText(report, 'github'))
  const path = environment['GITHUB_STEP_SUMMARY']
  if (path !== undefined && path !== '') await appendStepSummary({ report, path })
}
