import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Applied } from './apply-overlay.ts'
import { actionBehind } from './action-behind.ts'
import { contradictions, factsOf } from './contradictions.ts'
import type { Contradiction } from './contradictions.ts'
import { actionCitation } from './overlay-error.ts'
import type { Action, Overlay } from './overlay.ts'

/** An overlay's contradiction of a fact. */
export interface Breach {
  aspect: Contradiction['aspect']
  /** The node in the contract without overlays. */
  pointer: string
  /** The facts, in the words of the contract's catalogue. */
  statements: { id: string; text: string }[]
  /** As stated, and as the overlay has it; null for `existence`. */
  was: JsonValue
  is: JsonValue
  /** The overlay's file, and the action if one can be made out. */
  file: string
  action?: number
  /** One line: `file:line:column: action N (target): what; cure`. */
  message: string
}

/** An overlay with what applying it, to the contract or to the result of the overlay before, gave. */
export interface GuardStep {
  overlay: Overlay
  applied: Applied
}

export interface GuardInput {
  /** The contract without any overlay. */
  before: JsonObject
  /** In the order in which they were applied. */
  steps: readonly GuardStep[]
  /** The catalogue of facts. */
  statements: readonly { id: string; text: string }[]
  overrideStated: boolean
}

export interface Verdict {
  /** Breaches that forbid the use of the overlays; empty when stated facts may be overridden. */
  refused: Breach[]
  /** The same breaches when they are wanted; reports must tell of them. */
  overridden: Breach[]
}

/**
 * Compares the effective contract with the contract without overlays, fact by fact.
 *
 * Guarded is a node whose `x-basis` has `stated` alone, in all its aspects, and one with `fixed`, in those
 * aspects: of an operation its method, path (or its beginning) and authentication; of a body its media types; of a response its
 * status and media types; of a parameter, header or property its name, its place (`body`, `query`, …), type,
 * limits, default and values; of a security scheme its kind and place; of a delivery rule its value; of
 * anything else with a basis all it says. That it is there at all is guarded too, and so is its `x-basis`:
 * the new one, if it has one, must go on saying what was stated.
 *
 * Not guarded: wording (`description`, `summary`, `title`, `tags`, examples), added extensions, added members
 * and media types, whether a part is `required`, and anything inside that has a basis of its own. A node that
 * has `assumed` and no `fixed` may be renamed, moved, reshaped and left out.
 *
 * What counts is the outcome: a part that is removed and put back elsewhere is recognised by its role, an
 * operation by its operationId. Two overlays together are judged as one.
 */
export function guardStated({ before, steps, statements, overrideStated }: GuardInput): Verdict {
  const last = steps.at(-1)
  if (last === undefined) return { refused: [], overridden: [] }
  const facts = factsOf(before)
  const changes = steps.flatMap(({ applied }) => applied.changes)
  const judge = ({ applied }: GuardStep) => contradictions(facts, applied.document, changes)
  const found = judge(last)
  // Only a contradiction makes it worth asking which overlay brought it in.
  const history =
    found.length === 0 ? [] : steps.map((step) => ({ step, found: step === last ? found : judge(step) }))
  const breaches = found.map((contradiction) => {
    const first = history.findIndex((one) => one.found.some((other) => isDeepStrictEqual(other, contradiction)))
    const suspects = steps.slice(0, first + 1).toReversed()
    return breachOf(
      contradiction,
      culprit(contradiction, suspects) ?? { overlay: last.overlay, action: undefined },
      statements,
    )
  })
  return overrideStated ? { refused: [], overridden: breaches } : { refused: breaches, overridden: [] }
}

interface Culprit {
  overlay: Overlay
  action: Action | undefined
}

/** The first of the overlays in which an action can be blamed. */
function culprit({ subject }: Contradiction, suspects: readonly GuardStep[]): Culprit | undefined {
  for (const { overlay, applied } of suspects) {
    const number = actionBehind(subject, applied.changes)
    const action = overlay.actions.find((candidate) => candidate.number === number)
    if (action !== undefined) return { overlay, action }
  }
  return undefined
}

function breachOf(
  contradiction: Contradiction,
  { overlay, action }: Culprit,
  catalogue: GuardInput['statements'],
): Breach {
  const { subject, aspect, was, is } = contradiction
  const statements = (subject.basis?.stated ?? []).map((id) => ({
    id,
    text: catalogue.find((statement) => statement.id === id)?.text ?? '',
  }))
  const reason = statements.map(({ id, text }) => (text === '' ? id : `${id}: ${text}`)).join(' ')
  const place = actionCitation(overlay, action?.number)
  return {
    aspect,
    pointer: subject.pointer,
    statements,
    was,
    is,
    file: overlay.file,
    ...(action === undefined ? {} : { action: action.number }),
    message: `${place}: ${inSentence(contradiction)} (${reason}); ${cureFor(contradiction)}, or override with --override-stated`,
  }
}

function cureFor({ aspect }: Contradiction): string {
  return aspect === 'basis' ? 'write it like that, or on a new node not at all' : 'leave it as it is'
}

const words: Record<Exclude<Contradiction['aspect'], 'existence'>, string> = {
  method: 'the method',
  path: 'the path',
  pathPrefix: 'the beginning of the path',
  status: 'the status',
  mediaType: 'the media type',
  name: 'the name',
  place: 'the place',
  type: 'the type',
  limits: 'the limits',
  default: 'the default',
  value: 'the value',
  scheme: 'the kind',
  authentication: 'the authentication',
  basis: 'the x-basis',
}

function inSentence({ subject: { label }, aspect, was, is, others }: Contradiction): string {
  if (aspect === 'existence') return `${label} is stated and may not be removed`
  const subjects = others === 0 ? label : `${label} (and ${others} more)`
  return `${words[aspect]} of ${subjects} is stated as ${JSON.stringify(was)}, not ${JSON.stringify(is)}`
}
