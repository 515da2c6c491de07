/**
 * How many deliveries to one target the dispatcher holds at once: those under way and a few ahead of them.
 * Without a bound, a receiver that hangs would have all of its deliveries claimed, and their leases would end
 * unused.
 */
export interface Lanes {
  /** The room at a target, all of it taken; 0 when there is none. */
  reserve(target: string): number
  /** Gives room back: for what was not claimed after all, and for what is over. */
  release(target: string, count: number): void
  /** Asks to be called when there is room again. Sandboxes take turns. */
  queue(target: string, sandbox: string): void
}

interface Lane {
  held: number
  waiting: Set<string>
  offering: boolean
}

export interface LanesDeps {
  perTarget: number
  /** Lets a sandbox claim; resolves when it has. */
  offer: (sandbox: string) => Promise<void>
}

export function createLanes({ perTarget, offer }: LanesDeps): Lanes {
  const lanes = new Map<string, Lane>()

  /** Offered from half empty on, so that several are claimed at a time. */
  const hasRoom = (lane: Lane): boolean => lane.held <= perTarget / 2

  async function offerRoom(target: string, lane: Lane): Promise<void> {
    lane.offering = true
    while (hasRoom(lane)) {
      const [sandbox] = lane.waiting
      if (sandbox === undefined) break
      lane.waiting.delete(sandbox)
      await offer(sandbox)
    }
    lane.offering = false
    if (lane.held === 0 && lane.waiting.size === 0) lanes.delete(target)
  }

  return {
    reserve(target) {
      const lane = lanes.get(target) ?? { held: 0, waiting: new Set(), offering: false }
      lanes.set(target, lane)
      const room = Math.max(0, perTarget - lane.held)
      lane.held += room
      return room
    },

    release(target, count) {
      const lane = lanes.get(target)
      if (lane === undefined) return
      lane.held -= count
      if (hasRoom(lane) && !lane.offering) void offerRoom(target, lane)
    },

    queue: (target, sandbox) => void lanes.get(target)?.waiting.add(sandbox),
  }
}
