/** What overlays made differ: a contract held against the same contract without overlays, meaning by meaning. */
import { isDeepStrictEqual } from 'node:util'
import type { Basis } from '../basis.ts'
import type { Look, Replacement } from './explanation.ts'
import type { FoundRow } from './messages.ts'
import type { FoundOperation, FoundSection } from './operations.ts'
import { noWire } from './wire.ts'

type Difference = Omit<Replacement, 'of'> & { of: string }

/** What a row is compared by: its meaning, or its place when it has none. */
export function subjectOf({ direction, role, place }: Pick<FoundRow, 'direction' | 'role' | 'place'>): string {
  return `${direction} ${role === undefined ? `at ${place}` : role}`
}

/** The rows' differences by subject; what an operation has in several places is compared as a whole. */
export function rowDifferences(
  before: FoundOperation,
  after: FoundOperation,
): { subject: string; difference: Difference }[] {
  const was = Map.groupBy(before.rows, subjectOf)
  const is = Map.groupBy(after.rows, subjectOf)
  const subjects = new Set([...was.keys(), ...is.keys()])
  return [...subjects].flatMap((subject) => {
    const old = was.get(subject) ?? []
    const young = is.get(subject) ?? []
    const [first] = [...old, ...young]
    if (first === undefined || isDeepStrictEqual(old.map(essence), young.map(essence))) return []
    const { direction, role } = first
    const basis = distinct(old.flatMap((row) => row.basis ?? []))
    const told = { of: after.id, direction, ...(role === undefined ? {} : { role }) }
    return [{ subject, difference: { ...told, basis, was: old.map(lookOf), is: young.map(lookOf) } }]
  })
}

/** The statuses are left out: that a refusal has another one says its own row, not each of its parts. */
function essence({ place, mediaTypes, wire, required }: FoundRow): unknown {
  return { place, mediaTypes: [...mediaTypes].sort(), wire, required }
}

function lookOf({ place, statuses, mediaTypes, wire, required }: FoundRow): Look {
  return { place, statuses, mediaTypes, wire, required }
}

/** Method and path. */
export function addressDifference(before: FoundOperation, after: FoundOperation): Difference[] {
  const was = addressOf(before)
  const is = addressOf(after)
  if (was === is) return []
  return [{ of: after.id, basis: distinct(before.basis ?? []), was: [bare(was)], is: [bare(is)] }]
}

export function addressOf({ method, path }: Pick<FoundOperation, 'method' | 'path'>): string {
  return path === '' ? method : `${method} ${path}`
}

/** Identifiers of sections and names of fields. */
export function sectionDifferences(before: readonly FoundSection[], after: readonly FoundSection[]): Difference[] {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const old = before.find((section) => section.id === id)
    const young = after.find((section) => section.id === id)
    if (isDeepStrictEqual(namesOf(old), namesOf(young))) return []
    return [{ of: 'sections', basis: distinct(old?.basis ?? []), was: sectionLook(old, young), is: sectionLook(young, old) }]
  })
}

function namesOf(section: FoundSection | undefined): unknown {
  return section === undefined ? undefined : [section.name, section.fields]
}

/** A section with those of its fields that the other one has not or calls otherwise. */
function sectionLook(section: FoundSection | undefined, other: FoundSection | undefined): Look[] {
  if (section === undefined) return []
  const fields = Object.entries(section.fields).filter(([field, name]) => other?.fields[field] !== name)
  return [{ ...bare(`section ${section.name}`), wire: { types: [], ...(fields.length > 0 ? { values: Object.fromEntries(fields) } : {}) } }]
}

function bare(place: string): Look {
  return { place, statuses: [], mediaTypes: [], wire: noWire, required: false }
}

/** Differences that are the same in several operations become one. */
export function merged(differences: readonly Difference[]): Replacement[] {
  const groups = Map.groupBy(differences, (difference) => JSON.stringify(withoutStatuses(difference)))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ ...first, of: [...new Set(group.map(({ of: id }) => id))] }]
  })
}

/** An operation without a body has fewer refusals, but what it has looks the same. */
function withoutStatuses({ was, is, ...rest }: Difference): unknown {
  const strip = (looks: readonly Look[]) => looks.map((look) => ({ ...look, statuses: [] }))
  return { ...rest, of: '', was: strip(was), is: strip(is) }
}

function distinct(bases: Basis | readonly Basis[]): Basis[] {
  const all = [bases].flat()
  return all.filter((basis, index) => all.findIndex((other) => isDeepStrictEqual(other, basis)) === index)
}
