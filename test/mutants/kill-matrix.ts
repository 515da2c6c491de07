/** The kill matrix: which cases find which mutant, as judged now and as written down. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suites } from '../../suites/index.ts'
import { openBench } from './bench.ts'
import { areas } from './index.ts'
import type { Part } from './index.ts'

/** By the mutant's name. */
export type KillMatrix = Record<string, KillRow>

export interface KillRow {
  wrong: string
  /** Ids of cases of stated facts, sorted. */
  fails: readonly string[]
  /** Of assumptions. */
  refutes: readonly string[]
}

export interface JudgedPart {
  /** What the cases make of the mock as it is, where that is not that all holds. */
  accusations: readonly string[]
  matrix: KillMatrix
}

/** All mutants of a part, side by side, on one mock. */
export async function judgePart(part: Part): Promise<JudgedPart> {
  const bench = await openBench(suites)
  try {
    const timed = new Set(suites.flatMap(({ cases }) => cases.filter(({ lastsMs }) => lastsMs !== undefined).map(({ id }) => id)))
    const accusations = bench.clean.flatMap(({ id, result: { verdict } }) => {
      // Real time cannot be judged on a machine that is too busy, and the cases about it say so.
      const holds = verdict === 'pass' || verdict === 'confirmed' || (verdict === 'inconclusive' && timed.has(id))
      return holds ? [] : [`${id}: ${verdict}`]
    })
    const mutants = areas[part].flatMap((area) => area.mutants)
    const rows = await Promise.all(
      mutants.map(async (mutant): Promise<[string, KillRow]> => {
        const { fails, refutes } = await bench.judge(mutant)
        return [mutant.name, { wrong: mutant.wrong, fails, refutes }]
      }),
    )
    return { accusations, matrix: Object.fromEntries(rows) }
  } finally {
    await bench.close()
  }
}

export async function writtenMatrix(part: Part): Promise<KillMatrix> {
  return JSON.parse(await readFile(fileOf(part), 'utf8'))
}

/** What the part's test compares with: what is written down, or, with `UPDATE_MATRIX=1`, what has just been written. */
export async function expectedMatrix(part: Part, judged: KillMatrix): Promise<KillMatrix> {
  if (process.env['UPDATE_MATRIX'] !== '1') return writtenMatrix(part)
  const lines = Object.entries(judged).map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)}`)
  await writeFile(fileOf(part), `{\n${lines.join(',\n')}\n}\n`)
  const { user, system } = process.cpuUsage()
  process.stdout.write(`${part}: ${lines.length} mutants, ${Math.round((user + system) / 1e6)} s of processor time\n`)
  return judged
}

function fileOf(part: Part): string {
  return join(import.meta.dirname, `kill-matrix.${part}.json`)
}
