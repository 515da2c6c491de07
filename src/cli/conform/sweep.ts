/** `--sweep`: deletes what a run that crashed has left behind. */
import { createClient } from '../../client/index.ts'
import { columnOf, Unjudged } from '../../conformance/index.ts'
import type { Leftover, Target } from '../../conformance/index.ts'
import type { RecordId } from '../../core/index.ts'
import { UsageError } from '../usage-error.ts'

export interface Sweep {
  deleted: readonly { section: string; recordId: RecordId }[]
  leftovers: readonly Leftover[]
}

/**
 * Looks through the report of the sample section for records that carry the mark.
 * @throws UsageError when the report, a key or the mark will not do
 */
export async function sweep(target: Target, mark: string): Promise<Sweep> {
  demandMark(mark)
  const { samples, baseUrl, contract } = target
  const { section } = samples
  const report = section?.report ?? samples.report
  if (section === undefined || report === undefined) {
    throw new UsageError('--sweep needs the section and the report of the run: samples.section and samples.report in the profile')
  }
  const place = await target.open()
  const key = place.keys.full
  if (key === undefined) throw new UsageError('--sweep needs the API key of the run: put it into ENSAYO_KEY')
  const client = createClient({ baseUrl, key, contract })
  try {
    const column = columnOf(report, section.id, 'id')
    const found: RecordId[] = []
    for await (const row of client.reportRows({ id: report.id, parameters: report.parameters, safeColumnNames: true })) {
      if (!row.ok) throw new UsageError(`the report ${report.id} cannot be read: ${row.error.message}`)
      const id = row.value[column]
      const carries = Object.values(row.value).some((value) => typeof value === 'string' && value.includes(mark))
      if (carries && (typeof id === 'string' || typeof id === 'number')) found.push(id)
    }
    const leftovers: Leftover[] = []
    for (const recordId of found) {
      const deleted = await client.deleteRecord(section.id, recordId)
      const why = deleted.ok ? deleted.value.error?.message : deleted.error.message
      if (why !== undefined) leftovers.push({ section: section.id, recordId, why })
    }
    const failed = new Set(leftovers.map(({ recordId }) => recordId))
    return { deleted: found.filter((id) => !failed.has(id)).map((recordId) => ({ section: section.id, recordId })), leftovers }
  } catch (error) {
    if (error instanceof Unjudged) throw new UsageError(`${error.message}; ${error.cure}`, { cause: error })
    throw error
  } finally {
    await place.close()
  }
}

/** @throws UsageError for what no run is marked with */
export function demandMark(mark: string): void {
  if (/^ens-[a-z0-9]{8}$/.test(mark)) return
  throw new UsageError(`--sweep takes the mark of a run, such as ens-k3f9x2ab, not ${mark.slice(0, 40)}`)
}

/** A mark that no other run has, short enough to stand in a name. */
export function newMark(random: () => number = Math.random): string {
  const letters = '0123456789abcdefghijklmnopqrstuvwxyz'
  return `ens-${Array.from({ length: 8 }, () => letters[Math.floor(random() * letters.length)] ?? '0').join('')}`
}
