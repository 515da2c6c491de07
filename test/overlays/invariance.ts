/**
 * Whatever a deployment calls things and wherever it puts them, the same is meant. Overlays are drawn at random; over
 * each of them mock and client go through everything, and what they tell is compared with what they tell without.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { stringify } from 'yaml'
import { loadContract } from '../../src/contract/index.ts'
import type { JsonObject } from '../../src/core/index.ts'
import { loadCatalogue } from '../../src/service/index.ts'
import { announcing, baring, calling, casing, documenting, heading, parametering, promising, succeeding } from './call-changes.ts'
import type { Change } from './change.ts'
import { overlayBetween } from './overlay-between.ts'
import { rolePlaces } from './places.ts'
import type { RolePlace } from './places.ts'
import { detailing, flattening, refusing, restating, uncoding } from './refusal-changes.ts'
import { declareAbsent, sayable } from './sayable.ts'
import { namingFields, namingSections } from './section-changes.ts'
import { emptying, factoring, filling, lacking, nesting, nulling, renaming } from './shape-changes.ts'
import { runTour } from './tour.ts'
import type { KnownIds } from './tour.ts'
import { aliasing, counting, dating, encoding, flagging, texting, wording } from './value-changes.ts'

export interface InvarianceOptions {
  seed: number
  runs: number
  /** How many changes an overlay makes. */
  changes: { minLength: number; maxLength: number; size: fc.SizeForArbitrary }
  /** When to stop before all runs are done, in milliseconds. */
  limitMs: number
}

/**
 * Tries overlays until one changes what is meant. Gives the number of those that were tried.
 * @throws an error with the seed, the smallest set of changes found that does, and the overlay they make, as YAML
 */
export async function assertInvariance({ seed, runs, changes, limitMs }: InvarianceOptions): Promise<number> {
  const plain = await loadContract()
  const original: JsonObject = JSON.parse(JSON.stringify(plain.document))
  const known = await knownIds()
  const expected = await runTour(plain, known)
  const folder = await mkdtemp(join(tmpdir(), 'overlays-'))
  const deadline = performance.now() + limitMs
  let tried = 0
  let failed = false

  const property = fc.asyncProperty(someChanges(rolePlaces(original), changes), async (chosen) => {
    // Shrinking takes the time that it needs.
    if (!failed && performance.now() > deadline) return
    const overlay = overlayOf(original, chosen)
    // A change that finds nothing to change does nothing.
    fc.pre(Array.isArray(overlay.actions) && overlay.actions.length > 0)
    tried += 1
    const file = join(folder, `${tried}.json`)
    try {
      await writeFile(file, JSON.stringify(overlay))
      const contract = await loadContract({ overlays: [file] })
      const document: JsonObject = JSON.parse(JSON.stringify(contract.document))
      const told = await runTour(contract, known)
      const found = differences(sayable(told, document), sayable(expected, document))
      if (found.length > 0) throw new Error(`the meaning changes:\n${found.join('\n')}`)
    } catch (error) {
      failed = true
      throw new Error(`${stringify(overlay)}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  })
  try {
    await fc.assert(property, { seed, numRuns: runs })
  } finally {
    await rm(folder, { recursive: true })
  }
  return tried
}

/** Whom the simulated agencies know, and whose agency is down. */
async function knownIds(): Promise<KnownIds> {
  const { registry } = await loadCatalogue()
  const first = <Entry extends { status: string }>(entries: readonly Entry[], status: string): Entry => {
    const found = entries.find((entry) => entry.status === status)
    if (found === undefined) throw new Error(`the agencies have nobody who is ${status}`)
    return found
  }
  return { taxId: first(registry.taxIds, 'known'), vatId: first(registry.vatIds, 'known'), downTaxId: first(registry.taxIds, 'down').value }
}

function someChanges(places: readonly RolePlace[], length: InvarianceOptions['changes']): fc.Arbitrary<Change[]> {
  const often = [renaming, nesting, wording, parametering].map((kind) => kind(places)).concat(refusing(), restating())
  const now = [filling, nulling, texting, encoding, heading, announcing, flagging, factoring, lacking].map((kind) => kind(places))
  const seldom = [emptying, counting, dating].map((kind) => kind(places))
  const others = [aliasing(), casing(), baring(), promising(), succeeding(), uncoding(), detailing(), flattening(), namingSections()]
  const weighted = (weight: number, arbitraries: readonly fc.Arbitrary<Change>[]) => arbitraries.map((arbitrary) => ({ weight, arbitrary }))
  const anyChange = fc.oneof(
    ...weighted(4, often),
    ...weighted(2, [...now, calling(), namingFields(), documenting()]),
    ...weighted(1, [...seldom, ...others]),
  )
  // As options, so that shrinking can leave out any of them.
  return fc
    .array(fc.option(anyChange, { nil: undefined, freq: 1000 }), length)
    .map((chosen) => chosen.filter((change) => change !== undefined))
}

/** The overlay that makes all of the changes, in order. */
function overlayOf(original: JsonObject, changes: readonly Change[]): JsonObject {
  const document = structuredClone(original)
  for (const change of changes) change.apply(document)
  declareAbsent(document)
  return overlayBetween(original, document)
}

/** The steps that are told otherwise, each cut to a readable length. */
function differences(told: readonly unknown[], expected: readonly unknown[]): string[] {
  const cut = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 1500)
  return expected.flatMap((step, index) => (isDeepStrictEqual(told[index], step) ? [] : [`expected ${cut(step)}`, `told     ${cut(told[index])}`]))
}
