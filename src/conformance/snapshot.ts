/** The names of columns from one run to another (REP-4), so that a deployment can be judged across its updates. */

/** A run's, ready to be stored as JSON. */
export interface ColumnSnapshot {
  /** What the service called its version, where that is known. */
  serviceVersion?: string
  /** By the report's id: the names under `safeColumnsName: true`. */
  reports: Readonly<Record<string, { columns: readonly string[] }>>
}

export interface Snapshot {
  /** Undefined when there is none. */
  earlier?: ColumnSnapshot
  /** Keeps what this run sees of a report. */
  record(report: string, columns: readonly string[]): void
}

/** Gathers a run's names beside those of an earlier run. */
export function createSnapshot(earlier: ColumnSnapshot | undefined): Snapshot & { seen(): ColumnSnapshot } {
  const reports = new Map<string, { columns: readonly string[] }>()
  return {
    ...(earlier === undefined ? {} : { earlier }),
    record: (report, columns) => void reports.set(report, { columns: [...columns] }),
    seen: () => ({ reports: Object.fromEntries(reports) }),
  }
}
