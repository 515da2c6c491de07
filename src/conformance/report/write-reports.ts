/** Reports as files. */
import { randomUUID } from 'node:crypto'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { RunReport } from '../run-report.ts'
import { ctrfReport } from './ctrf.ts'
import { eventLines } from './events.ts'
import { githubAnnotations } from './github-annotations.ts'
import { harReport } from './har.ts'
import { htmlReport } from './html/index.ts'
import { junitReport } from './junit.ts'
import { makeFolder, placeOf } from './report-place.ts'
import { stepSummary } from './step-summary.ts'

/** Every report that can be a file. */
export const reportFormats = ['html', 'json', 'junit', 'ctrf', 'ndjson', 'har', 'markdown', 'github'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** The run as text of that format, ending in a line end unless it is empty. */
export function reportText(report: RunReport, format: ReportFormat): string {
  switch (format) {
    case 'html':
      return htmlReport(report)
    case 'json':
      return `${JSON.stringify(report, undefined, 2)}\n`
    case 'junit':
      return junitReport(report)
    case 'ctrf':
      return ctrfReport(report)
    case 'ndjson':
      return eventLines(report)
    case 'har':
      return harReport(report)
    case 'markdown':
      return stepSummary(report)
    case 'github':
      return githubAnnotations(report)
  }
}

/** A report that cannot be written; one line, with the path, the reason and the cure. */
export class ReportNotWritten extends Error {
  override name = 'ReportNotWritten'
}

export interface WriteReportsOptions {
  report: RunReport
  /** Where each goes; missing folders are made. */
  formats: { readonly [Format in ReportFormat]?: string }
}

/**
 * Writes each file whole or not at all; to a pipe or a device it writes directly. Gives the absolute paths.
 * @throws ReportNotWritten for the first that cannot be written; the others are written all the same
 */
export async function writeReports({ report, formats }: WriteReportsOptions): Promise<string[]> {
  const wanted = reportFormats.flatMap((format) => {
    const path = formats[format]
    return path === undefined ? [] : [{ format, path: resolve(path) }]
  })
  const written = await Promise.allSettled(wanted.map(({ format, path }) => writeTo(path, reportText(report, format))))
  const failed = written.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return wanted.map(({ path }) => path)
}

/**
 * Adds the summary to the file that GitHub Actions names in `GITHUB_STEP_SUMMARY`, in which a step may already have
 * written something.
 * @throws ReportNotWritten
 */
export async function appendStepSummary({ report, path }: { report: RunReport; path: string }): Promise<void> {
  try {
    await appendFile(path, stepSummary(report))
  } catch (cause) {
    throw notWritten(path, cause)
  }
}

async function writeTo(path: string, text: string): Promise<void> {
  try {
    const place = placeOf(path)
    await (place.kind === 'file' ? writeWhole(place.path, text) : writeFile(place.path, text))
  } catch (cause) {
    throw notWritten(path, cause)
  }
}

/** Who reads it meanwhile sees the old one or the new one, and no half. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    makeFolder(dirname(path))
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {})
    throw cause
  }
}

function notWritten(path: string, cause: unknown): ReportNotWritten {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  return new ReportNotWritten(`${path} cannot be written: ${reasons[code] ?? code}; give another path`, { cause })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
  EPIPE: 'nobody reads it any more',
}
