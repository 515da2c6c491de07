/** Where two contracts disagree about what is stated. */
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { basisOf, isGuarded, isStated } from '../basis.ts'
import type { Basis } from '../basis.ts'
import type { Change } from './change.ts'
import { child } from './location.ts'
import { otherSubjects, subjectByPointer } from './other-subjects.ts'
import { referent } from './place.ts'
import type { Aspect, Subject } from './subject.ts'
import { subjectsOf } from './subjects.ts'

export interface Contradiction {
  /** As the contract without overlays has it. */
  subject: Subject
  /** `existence`: the thing is gone; `basis`: only its `x-basis` is bent. */
  aspect: Aspect | 'existence' | 'basis'
  was: JsonValue
  is: JsonValue
  /** How many more subjects share the node and the fate: other operations that use it. */
  others: number
}

/** Everything about which the documentation settles something. */
export function factsOf(document: JsonObject): Subject[] {
  const holdsFacts = factFinder(document)
  // Most responses are refusals, shared by all operations, about whose look nothing is stated.
  const subjects = subjectsOf(document, (_, { node }) => holdsFacts(node))
  const known = new Set(subjects.map(({ pointer }) => pointer))
  return [...subjects.filter(({ basis }) => isGuarded(basis)), ...otherSubjects(document, known)]
}

/** Tells whether anything in a node, references followed, is guarded. */
function factFinder(document: JsonObject): (node: JsonValue) => boolean {
  const referred = new Map<string, boolean>()
  function holdsFacts(node: JsonValue): boolean {
    if (typeof node !== 'object' || node === null) return false
    const reference = child(node, '$ref')
    if (typeof reference === 'string') return follow(reference)
    return (
      isGuarded(basisOf(node)) || Object.values(node).some((value) => value !== undefined && holdsFacts(value))
    )
  }
  function follow(reference: string): boolean {
    const known = referred.get(reference)
    if (known !== undefined) return known
    referred.set(reference, false)
    const found = holdsFacts(referent(document, reference) ?? null)
    referred.set(reference, found)
    return found
  }
  return holdsFacts
}

/** `changes` are those that led to the document, of all overlays. */
export function contradictions(
  facts: readonly Subject[],
  after: JsonObject,
  changes: readonly Change[],
): Contradiction[] {
  const responses = new Set(facts.map(({ response }) => response))
  const subjects = subjectsOf(after, (response) => responses.has(response))
  const present = Map.groupBy(subjects, ({ identity }) => identity)
  const found = new Map<string, Contradiction>()
  for (const contradiction of facts.flatMap((fact) => contradictionsOf(fact, { after, present, changes }))) {
    const { subject, aspect, is } = contradiction
    const key = JSON.stringify([subject.pointer, aspect, is])
    const same = found.get(key)
    if (same === undefined) found.set(key, contradiction)
    else same.others += 1
  }
  const gone = new Set(
    [...found.values()].filter(({ aspect }) => aspect === 'existence').map(({ subject }) => subject.identity),
  )
  return [...found.values()].filter(({ aspect, subject }) => aspect !== 'existence' || !liesIn(subject, gone))
}

interface Effective {
  after: JsonObject
  present: ReadonlyMap<string, readonly Subject[]>
  changes: readonly Change[]
}

function contradictionsOf(fact: Subject, { after, present, changes }: Effective): Contradiction[] {
  const whole = fact.operation
  // With an operation goes what belongs to it. The operation itself is a fact, or may be left out.
  if (whole !== undefined && whole !== fact.identity && !present.has(whole)) return []
  const candidates =
    present.get(fact.identity) ?? (whole === undefined ? subjectByPointer(after, fact.pointer) : [])
  const judged = candidates.map((candidate) => compare(fact, candidate, changes))
  return judged.sort((a, b) => a.length - b.length)[0] ?? [contradict(fact, 'existence', null, null)]
}

/** A part of a body that is gone needs no word of its own. */
function liesIn({ identity, operation }: Subject, gone: ReadonlySet<string>): boolean {
  const body = `${operation} request`
  return identity !== body && identity.startsWith(body) && gone.has(body)
}

function contradict(
  subject: Subject,
  aspect: Contradiction['aspect'],
  was: JsonValue,
  is: JsonValue,
): Contradiction {
  return { subject, aspect, was, is, others: 0 }
}

const order: readonly Aspect[] = [
  'method',
  'path',
  'pathPrefix',
  'authentication',
  'status',
  'mediaType',
  'name',
  'place',
  'type',
  'limits',
  'default',
  'value',
  'scheme',
]

function compare(fact: Subject, candidate: Subject, changes: readonly Change[]): Contradiction[] {
  const bent = order
    .filter((aspect) => isStated(fact.basis, aspect) && !agrees(aspect, fact, candidate))
    .map((aspect) => contradict(fact, aspect, saidOf(aspect, fact), candidate.aspects[aspect] ?? null))
  if (fact.aspects.authentication !== undefined || keepsBasis(fact, candidate, changes)) return bent
  return [...bent, contradict(fact, 'basis', plain(fact.basis), plain(candidate.basis))]
}

function agrees(aspect: Aspect, fact: Subject, candidate: Subject): boolean {
  const was = fact.aspects[aspect]
  const is = candidate.aspects[aspect] ?? null
  if (was === undefined) return true
  switch (aspect) {
    case 'pathPrefix':
      // Where the whole path is stated, its beginning needs no word of its own.
      return isStated(fact.basis, 'path') || String(candidate.aspects.path).startsWith(String(was))
    case 'mediaType':
      // Offering further media types contradicts nothing.
      return listed(was).every((name) => listed(is).includes(name))
    case 'value':
      if (was === null && fact.shown !== undefined)
        return is === null || fact.shown.every((value) => listed(is).includes(value))
      return isDeepStrictEqual(was, is)
    default:
      return isDeepStrictEqual(was, is)
  }
}

function saidOf(aspect: Aspect, { aspects, shown = [] }: Subject): JsonValue {
  return aspects[aspect] ?? (aspect === 'value' ? [...shown] : null)
}

function listed(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** A node that was written anew may come without a basis; one that stays may not lose it. */
function keepsBasis(fact: Subject, candidate: Subject, changes: readonly Change[]): boolean {
  const { basis } = fact
  if (candidate.basis === undefined) {
    return !changes.some((change) => change.kind === 'removed' && change.origin === `${fact.pointer}/x-basis`)
  }
  if (basis === undefined) return true
  const { stated, fixed, assumed } = candidate.basis
  if (assumed !== undefined && basis.assumed === undefined) return false
  const loosened = assumed !== undefined && !basis.fixed.every((aspect) => fixed.includes(aspect))
  return !loosened && basis.stated.every((id) => stated.includes(id))
}

function plain(basis: Basis | undefined): JsonValue {
  if (basis === undefined) return null
  const { stated, fixed, assumed } = basis
  return {
    ...(stated.length > 0 ? { stated: [...stated] } : {}),
    ...(fixed.length > 0 ? { fixed: [...fixed] } : {}),
    ...(assumed === undefined ? {} : { assumed }),
  }
}
