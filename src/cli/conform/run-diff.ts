/** `ensayo conform diff`. */
import { readFile } from 'node:fs/promises'
import { diffMarkdown, diffRuns, diffText, paintFor, readRunReport, RunReportError } from '../../conformance/index.ts'
import type { RunReport } from '../../conformance/index.ts'
import { UsageError } from '../usage-error.ts'

export interface DiffArguments {
  a: string
  b: string
  markdown: boolean
}

/**
 * Prints how two runs differ, and sets the exit code: 0 no case differs, 1 one does, 2 none was judged in both.
 * @throws UsageError for a file that is no report
 */
export async function runDiff({ a, b, markdown }: DiffArguments): Promise<void> {
  const diff = diffRuns(await reportIn(a), await reportIn(b))
  process.stdout.write(markdown ? diffMarkdown(diff) : diffText(diff, { paint: paintFor(process.stdout) }))
  process.exitCode = diff.exitCode
}

async function reportIn(file: string): Promise<RunReport> {
  try {
    return await readRunReport({ text: await readFile(file, 'utf8'), file })
  } catch (error) {
    if (error instanceof RunReportError) throw new UsageError(error.message, { cause: error })
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${file} cannot be read: ${why}; give a report that was written with --json`, { cause: error })
  }
}
