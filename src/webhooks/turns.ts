/** Lets so many through at once for each target, the others in the order in which they came. */
export interface Turns {
  /** Undefined when it is one's turn at once; otherwise resolves when it is. Whoever had a turn ends it, once. */
  take(target: string): Promise<void> | undefined
  end(target: string): void
}

interface Gate {
  inside: number
  waiting: (() => void)[]
}

export function createTurns(perTarget: number): Turns {
  const gates = new Map<string, Gate>()

  function gateOf(target: string): Gate {
    const known = gates.get(target)
    if (known !== undefined) return known
    const gate: Gate = { inside: 0, waiting: [] }
    gates.set(target, gate)
    return gate
  }

  return {
    take(target) {
      const gate = gateOf(target)
      if (gate.inside === perTarget) return new Promise(resolve => void gate.waiting.push(resolve))
      gate.inside += 1
      return undefined
    },
    end(target) {
      const gate = gateOf(target)
      const next = gate.waiting.shift()
      if (next !== undefined) {
        next()
        return
      }
      gate.inside -= 1
      if (gate.inside === 0) gates.delete(target)
    },
  }
}
