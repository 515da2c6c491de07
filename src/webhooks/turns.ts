/** Lets so many through at once for each target, the others in the order in which they came. */
export interface Turns {
  /** Resolves when it is one's turn, with the way to end it; ending it twice does nothing. */
  take(target: string): Promise<() => void>
}

interface Gate {
  inside: number
  waiting: (() => void)[]
}

export function createTurns(perTarget: number): Turns {
  const gates = new Map<string, Gate>()

  function leave(target: string, gate: Gate): void {
    const next = gate.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    gate.inside -= 1
    if (gate.inside === 0) gates.delete(target)
  }

  return {
    async take(target) {
      const gate = gates.get(target) ?? { inside: 0, waiting: [] }
      gates.set(target, gate)
      if (gate.inside < perTarget) gate.inside += 1
      else await new Promise<void>(resolve => gate.waiting.push(resolve))
      let ended = false
      return () => {
        if (ended) return
        ended = true
        leave(target, gate)
      }
    },
  }
}
