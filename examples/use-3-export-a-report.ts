/** USE-3: a report goes to an outside dashboard, all its pages as one CSV with column names that never change. */
import type { Client } from '../src/client/index.ts'
import type { Row } from '../src/core/index.ts'
import { demand } from './demand.ts'

export async function exportReport(client: Client, id: string): Promise<string> {
  const lines: string[] = []
  for await (const result of client.reportRows({ id, pageSize: 100, safeColumnNames: true })) {
    const row = demand(result, `the report ${id}`)
    if (lines.length === 0) lines.push(csvLine(Object.keys(row)))
    lines.push(csvLine(Object.values(row)))
  }
  return `${lines.join('\n')}\n`
}

function csvLine(cells: readonly Row[string][]): string {
  return cells
    .map((cell) => String(cell ?? ''))
    .map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')
}
