/** What SQLite makes of a query, read for loops that never look at the clock. */

/** One row of EXPLAIN. */
export interface Instruction {
  address: number
  opcode: string
  /** The cursor of those that move one. */
  first: number
  /** The address that it may jump to. */
  target: number
  /** What is called, by those that call. */
  called: string
}

/** As EXPLAIN gives them: address, opcode, three operands and a fourth as text. */
export function instructionOf([address, opcode, first, target, , called]: readonly unknown[]): Instruction {
  return {
    address: Number(address),
    opcode: String(opcode),
    first: Number(first),
    target: Number(target),
    called: typeof called === 'string' ? called : '',
  }
}

interface Block {
  from: number
  to: number
  /** `keyed`: its rows are those of one key, by an index that SQLite has made for the purpose. */
  kind: 'walk' | 'keyed' | 'once'
}

/** What ends a loop over the rows of a cursor. */
const advancing = new Set(['Next', 'Prev', 'VNext', 'SorterNext'])

/**
 * How many loops stand inside one another without one among them that calls `watch` for its own rows. One is a walk
 * over an intermediate result, whose rows were counted when it was made. Two are a product: of results that were made
 * in two seconds it can take hours, in which nothing else is answered, since node:sqlite cannot interrupt a statement.
 * Walks over the rows of one key are left out: what is grouped by a key has one.
 */
export function unwatchedDepth(program: readonly Instruction[], watch: string): number {
  const opcodes = new Map(program.map(({ address, opcode }) => [address, opcode]))
  const madeIndexes = new Set(program.flatMap(({ opcode, first }) => (opcode === 'OpenAutoindex' ? [first] : [])))
  const watching = program.flatMap(({ address, called }) => (called.startsWith(`${watch}(`) ? [address] : []))
  // What is done once is not done for each row of the loop that it stands in.
  const once = program.flatMap(({ address, opcode, target }): Block[] =>
    (opcode === 'Once' && target > address ? [{ from: address, to: target - 1, kind: 'once' }] : []))
  const loops = program.flatMap(({ address, opcode, first, target }): Block[] => {
    // Back to the next row of a cursor, or to that of a subquery that runs beside.
    const isLoop = target <= address && (advancing.has(opcode) || (opcode === 'Goto' && opcodes.get(target) === 'Yield'))
    if (!isLoop) return []
    return [{ from: target, to: address, kind: opcode === 'Next' && madeIndexes.has(first) ? 'keyed' : 'walk' }]
  })
  const blocks = [...loops, ...once]
  const subroutines = program.filter(({ opcode }) => opcode === 'Gosub')

  /** `parent` and whatever stands in it, whose rows come for each row of `depth` loops around it. */
  function depthIn(parent: Block, depth: number, called: readonly number[]): number {
    const within = blocks.filter((block) => contains(parent, block))
    const direct = within.filter((block) => !within.some((other) => contains(other, block)))
    const isDirect = (address: number) => isIn(address, parent) && !direct.some((block) => isIn(address, block))
    const isWatched = parent.kind !== 'once' && watching.some(isDirect)
    const here = parent.kind === 'once' || isWatched ? 0 : depth + (parent.kind === 'walk' ? 1 : 0)
    const calls = subroutines.flatMap(({ address, target }) => {
      const end = program.find((instruction) => instruction.opcode === 'Return' && instruction.address >= target)
      if (!isDirect(address) || end === undefined || called.includes(target)) return []
      return [depthIn({ from: target, to: end.address, kind: 'keyed' }, here, [...called, target])]
    })
    return Math.max(here, ...calls, ...direct.map((block) => depthIn(block, here, called)))
  }
  return depthIn({ from: -1, to: program.length, kind: 'once' }, 0, [])
}

function contains(outer: Block, inner: Block): boolean {
  return outer.from <= inner.from && outer.to >= inner.to && (outer.from < inner.from || outer.to > inner.to)
}

function isIn(address: number, { from, to }: Block): boolean {
  return address >= from && address <= to
}
