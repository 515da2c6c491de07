/**
 * Who has claimed which deliveries, in memory alone: nobody else can have the file, and when the process is no more,
 * neither is whoever had claimed them.
 */
export interface Claims {
  /** The end of the lease under which a delivery was claimed last and not settled; 0 when it was not. */
  leaseOf(sandbox: number, delivery: number): number
  /** How many were claimed under leases that have not ended. */
  count(sandbox: number, machineNow: number): number
  /** The numbers of those claimed under leases that end after `machineNow`, all of them unless given; as JSON, for SQL. */
  list(sandbox: number, machineNow?: number): string
  add(sandbox: number, delivery: number, leaseUntil: number): void
  remove(sandbox: number, deliveries: Iterable<number>): void
  /** The sandbox is no more, or not what it was. */
  clear(sandbox: number): void
}

export function createClaims(): Claims {
  const sandboxes = new Map<number, Map<number, number>>()

  return {
    leaseOf: (sandbox, delivery) => sandboxes.get(sandbox)?.get(delivery) ?? 0,
    count(sandbox, machineNow) {
      let count = 0
      for (const leaseUntil of sandboxes.get(sandbox)?.values() ?? []) if (leaseUntil > machineNow) count += 1
      return count
    },
    list(sandbox, machineNow = Number.NEGATIVE_INFINITY) {
      const numbers: number[] = []
      for (const [delivery, leaseUntil] of sandboxes.get(sandbox) ?? []) {
        if (leaseUntil > machineNow) numbers.push(delivery)
      }
      return `[${numbers.join()}]`
    },
    add(sandbox, delivery, leaseUntil) {
      const known = sandboxes.get(sandbox)
      if (known === undefined) sandboxes.set(sandbox, new Map([[delivery, leaseUntil]]))
      else known.set(delivery, leaseUntil)
    },
    remove(sandbox, deliveries) {
      const known = sandboxes.get(sandbox)
      if (known === undefined) return
      for (const delivery of deliveries) known.delete(delivery)
      if (known.size === 0) sandboxes.delete(sandbox)
    },
    clear: sandbox => void sandboxes.delete(sandbox),
  }
}
