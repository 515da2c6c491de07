/** Where a run is told of: the terminal, files, GitHub Actions. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  appendStepSummary,
  createProgress,
  eventLine,
  paintFor,
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
  const events = args.ndjson === undefined ? undefined : opened('ndjson', args.ndjson, 'w')
  const tell = (event: RunEvent): void => {
    progress(event)
    if (events !== undefined) writeSync(events, eventLine(event))
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
    },
    close() {
      if (events !== undefined) closeSync(events)
    },
  }
}

/** Before hours are spent on what cannot be told afterwards. */
function demandPlaces(files: readonly (readonly [option: string, path: string])[]): void {
  const taken = new Map<string, string>()
  for (const [option, path] of files) {
    const place = resolve(path)
    const other = taken.get(place)
    if (other !== undefined) throw new UsageError(`--${other} and --${option} both name ${path}; give each report a file of its own`)
    taken.set(place, option)
    const isNew = !existsSync(place)
    closeSync(opened(option, path, 'a'))
    if (isNew) rmSync(place)
  }
}

function opened(option: string, path: string, flags: 'a' | 'w'): number {
  try {
    makeFolder(dirname(resolve(path)))
    return openSync(path, flags)
  } catch (error) {
    throw new UsageError(`--${option} ${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** One after the other: Node's own way never ends where a file system takes no folders, such as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Annotations are read from the log; the summary is a file that the job's steps share. */
async function tellGithub(report: RunReport, environment: Environment): Promise<void> {
  process.stdout.write(reportText(report, 'github'))
  const path = environment['GITHUB_STEP_SUMMARY']
  if (path !== undefined && path !== '') await appendStepSummary({ report, path })
}
