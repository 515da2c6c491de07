/** The files that a run reads and writes beside its reports: what is known and excused, and what was seen before. */
import { readFile, writeFile } from 'node:fs/promises'
import { BaselineError, readBaseline } from '../../conformance/index.ts'
import type { Baseline, ColumnSnapshot, RunReport } from '../../conformance/index.ts'
import { isJsonObject } from '../../core/index.ts'
import { UsageError } from '../usage-error.ts'

/** @throws UsageError with place and cure */
export async function baselineIn(file: string | undefined): Promise<Baseline> {
  if (file === undefined) return []
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--baseline ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  try {
    return await readBaseline({ text, file })
  } catch (error) {
    if (error instanceof BaselineError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/**
 * Undefined when there is no such file yet.
 * @throws UsageError when it is something else
 */
export async function snapshotIn(file: string | undefined): Promise<ColumnSnapshot | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UsageError(`--snapshot ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (text === undefined) return undefined
  const refuse = () => new UsageError(`--snapshot ${file}: this is no snapshot of a run; give another name, or take the file away`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse()
  }
  const reports = isJsonObject(value) ? value['reports'] : undefined
  if (!isJsonObject(reports)) throw refuse()
  return {
    reports: Object.fromEntries(
      Object.entries(reports).map(([id, entry]) => {
        const columns = isJsonObject(entry) ? entry['columns'] : undefined
        if (!Array.isArray(columns)) throw refuse()
        return [id, { columns: columns.map(String) }]
      }),
    ),
  }
}

/** Names that have changed keep their old snapshot, or the next run would find nothing wrong. */
export async function keepSnapshot(
  file: string | undefined,
  { earlier, seen, report }: { earlier: ColumnSnapshot | undefined; seen: ColumnSnapshot; report: RunReport },
): Promise<void> {
  const changed = report.cases.some(({ area, result }) => area === 'columns' && result.verdict === 'fail')
  if (file === undefined || changed || Object.keys(seen.reports).length === 0) return
  const reports = { ...earlier?.reports, ...seen.reports }
  try {
    await writeFile(file, `${JSON.stringify({ ...seen, reports }, undefined, 2)}\n`)
  } catch (error) {
    throw new UsageError(`--snapshot ${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
