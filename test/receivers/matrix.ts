/** Which checks see which defect: found by judging, and as committed in `kill-matrix.json`. */
import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { CaseReport, VerdictName } from '../../src/conformance/index.ts'
import type { Contract } from '../../src/contract/index.ts'
import { receiverAreas } from '../../suites/receiver/index.ts'
import { defectNames } from './defects.ts'
import type { DefectName } from './defects.ts'
import { deliveryDefects } from './delivery-defects.ts'
import { judgeReceiver } from './judge.ts'
import { startReceiverUnderTest } from './recipe.ts'
import type { ReceiverSettings } from './recipe.ts'

/** By defect, the ids of the checks that fail or refute it, sorted. */
export type Matrix = Record<string, string[]>

const file = new URL('kill-matrix.json', import.meta.url)

/** They wait more than they work, but must not make one another late. */
const atOnce = 30

/** What measures time, or takes all that the machine can do, has nothing to tell of a defect in answers alone. */
const withoutTimeAndLoad = receiverAreas.filter(({ area }) => area !== 'time' && area !== 'load')

const isOfDelivery = (name: DefectName): boolean => Object.hasOwn(deliveryDefects, name)

const even = (_: DefectName, at: number) => at % 2 === 0
const odd = (_: DefectName, at: number) => at % 2 === 1

/** For two processes. */
export const halves: readonly [readonly DefectName[], readonly DefectName[]] = [defectNames.filter(even), defectNames.filter(odd)]

/** In milliseconds; whoever has it written anew may take more time. */
export const longest = process.env['UPDATE_MATRIX'] === '1' ? 900_000 : 300_000

export interface JudgeDefectsOptions {
  names: readonly DefectName[]
  contract: Contract
  /** The mock's. */
  apiUrl: string
}

export async function judgeDefects({ names, ...place }: JudgeDefectsOptions): Promise<Matrix> {
  const found = new Map<DefectName, string[]>()
  async function judge(defect: DefectName): Promise<void> {
    const areas = isOfDelivery(defect) ? receiverAreas : withoutTimeAndLoad
    const start = (settings: ReceiverSettings) => startReceiverUnderTest(defect, settings)
    const cases = await judgeReceiver({ ...place, name: defect, areas, start })
    found.set(defect, idsOf(cases, ['fail', 'refuted', 'suite-error']).sort())
  }
  // The longest first, or everybody waits for them alone.
  const waiting = [...names].sort((one, other) => Number(isOfDelivery(other)) - Number(isOfDelivery(one)))
  async function work(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await judge(name)
  }
  await Promise.all(Array.from({ length: atOnce }, work))

  // So many side by side may be late; what is seen otherwise than written down is judged again by itself, and that counts.
  const written = await readMatrix()
  for (const name of names) if (!isDeepStrictEqual(found.get(name), written[name])) await judge(name)
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? []]))
}

export function idsOf(cases: readonly CaseReport[], verdicts: readonly VerdictName[]): string[] {
  return cases.filter(({ result }) => verdicts.includes(result.verdict)).map(({ id }) => id)
}

export async function readMatrix(): Promise<Matrix> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
}

/** The committed rows of the same defects. With `UPDATE_MATRIX=1` they are written first, as they were seen. */
export async function expectedOf(seen: Matrix): Promise<Matrix> {
  const matrix = await readMatrix()
  if (process.env['UPDATE_MATRIX'] !== '1') return Object.fromEntries(Object.keys(seen).map((name) => [name, matrix[name] ?? []]))
  const rows = defectNames.map((name) => [name, seen[name] ?? matrix[name] ?? []] as const)
  await writeFile(file, `{\n${rows.map(([name, ids]) => `  ${JSON.stringify(name)}: ${JSON.stringify(ids)}`).join(',\n')}\n}\n`)
  return seen
}
