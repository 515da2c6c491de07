/**
 * USE-1: another system keeps its own list of customers. It asks which entities changed since it last
 * looked, reads each in full, and stores what it finds. (With a webhook on the section it would be told
 * when to look.)
 */
import type { Client } from '../src/client/index.ts'
import type { Row } from '../src/core/index.ts'
import { demand } from './demand.ts'

export async function keepCustomersInStep(client: Client, since: string): Promise<Map<unknown, Row>> {
  const customers = new Map<unknown, Row>()
  const changed = { id: 'entities-changed-since', parameters: { since }, safeColumnNames: true }
  for await (const result of client.reportRows(changed)) {
    const { id } = demand(result, 'the changed entities')
    if (id === undefined) continue
    const one = { id: 'entity-by-id', parameters: { id }, safeColumnNames: true }
    const [entity] = demand(await client.runReport(one), `entity ${id}`).rows
    if (entity !== undefined) customers.set(id, entity)
  }
  return customers
}
