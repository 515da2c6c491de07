import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import type { Change } from './change.ts'
import { createEditor } from './editor.ts'
import type { Editor, Slot } from './editor.ts'
import type { JsonPath } from './query.ts'
import { copyOf, inWords, shapeOf, toPath, toPointer } from './location.ts'
import type { Location, Shape } from './location.ts'
import { appendAll, mergeObject, replacePrimitive } from './merge.ts'
import type { Merge } from './merge.ts'
import { explainNoMatch } from './no-match.ts'
import { OverlayError } from './overlay-error.ts'
import type { Action, Overlay } from './overlay.ts'

export interface Applied {
  /** A new document; the one given is untouched and shares nothing with it. */
  document: JsonObject
  /** What was done, in order. */
  changes: readonly Change[]
}

/**
 * Applies an overlay's actions in order, each to what the one before left.
 *
 * Follows the Overlay Specification 1.1 and is stricter in one thing: a target that matches nothing is an
 * error. What 1.1 settled holds for 1.0 too (member lists are concatenated, kinds that do not fit are
 * refused). What 1.0 forbids (updating a primitive itself, removing a primitive from its list) or reads
 * otherwise (a list given to a list is one element) is refused with the advice to declare 1.1.
 *
 * Throws `OverlayError`.
 */
export async function applyOverlay({
  document,
  overlay,
}: {
  document: JsonObject
  overlay: Overlay
}): Promise<Applied> {
  const editor = createEditor(document)
  for (const action of overlay.actions) await runAction({ action, overlay, editor })
  return { document: editor.document, changes: editor.changes }
}

interface Run {
  action: Action
  overlay: Overlay
  editor: Editor
}

type Field = 'target' | 'update' | 'copy'

async function runAction(run: Run): Promise<void> {
  const { action, editor } = run
  const targets = await select(run, 'target', action.target)
  switch (action.effect) {
    case 'none':
      return
    case 'remove':
      return remove(run, targets)
    case 'update':
      return merge(run, targets, action.value, 'update')
    case 'copy': {
      const [source, other] = await select(run, 'copy', action.from)
      if (source === undefined || other !== undefined) {
        fail(
          run,
          'copy',
          `the source \`${action.from.text}\` matches several nodes`,
          `choose one, e.g. ${toPath(source ?? [])}`,
        )
      }
      // Taken before the first target changes, which may lie inside the source or around it.
      return merge(run, targets, copyOf(editor.valueAt(source)), 'copy')
    }
  }
}

function fail({ action, overlay }: Run, field: Field, problem: string, cure: string, inside = ''): never {
  const position = overlay.positions.get(`/actions/${action.number - 1}/${field}${inside}`)
  throw new OverlayError({
    file: overlay.file,
    position,
    action: action.number,
    target: action.target.text,
    problem,
    cure,
  })
}

async function select(run: Run, field: 'target' | 'copy', path: JsonPath): Promise<Location[]> {
  const { document } = run.editor
  const locations = path.select(document)
  if (locations.length > 0) return locations
  const { problem, cure } = await explainNoMatch({ path, document })
  const subject = field === 'target' ? 'the target' : `the source \`${path.text}\``
  return fail(run, field, `${subject} matches nothing: ${problem}`, cure)
}

function remove(run: Run, targets: Location[]): void {
  const { editor, action, overlay } = run
  const slots = withoutInner(targets).map((location): Slot => {
    const slot = editor.slotAt(location)
    if (slot === undefined) fail(run, 'target', 'the whole document cannot be removed', 'target what it holds')
    return slot
  })
  for (const { parent, location } of slots) {
    const value = editor.valueAt(location)
    if (overlay.series === '1.0' && Array.isArray(parent) && shapeOf(value) === 'primitive') {
      const problem = `Overlay 1.0 cannot remove ${inWords(value)} alone from its list`
      fail(run, 'target', problem, 'declare `overlay: 1.1.0`, or remove the whole list')
    }
  }
  editor.remove(slots, action.number)
}

/** What lies inside another removed node goes with it. */
function withoutInner(locations: Location[]): Location[] {
  const chosen = new Set(locations.map(toPointer))
  return locations.filter(
    (location) => !location.some((_, depth) => chosen.has(toPointer(location.slice(0, depth)))),
  )
}

function merge(run: Run, targets: Location[], value: JsonValue, field: 'update' | 'copy'): void {
  const { editor, action } = run
  checkShapes(run, targets, value, field)
  const context: Merge = {
    editor,
    action: action.number,
    kind: field === 'copy' ? 'copied' : 'added',
    refuse({ problem, cure, inside }) {
      return fail(run, field, problem, cure, field === 'copy' ? '' : inside)
    },
  }
  for (const location of targets) {
    const target = editor.valueAt(location)
    if (isJsonObject(target) && isJsonObject(value)) mergeObject(context, target, value, location)
    else if (Array.isArray(target)) appendAll(context, target, Array.isArray(value) ? value : [value], location)
    else {
      const slot = editor.slotAt(location)
      if (slot !== undefined) replacePrimitive(context, slot.parent, slot.key, value, location)
    }
  }
}

/** The targets must be of one kind, and the value must suit it (the Action Object's `update` and `copy`). */
function checkShapes(run: Run, targets: Location[], value: JsonValue, field: 'update' | 'copy'): void {
  const { editor, overlay } = run
  const examples = new Map<Shape, Location>()
  for (const location of targets) {
    const shape = shapeOf(editor.valueAt(location))
    if (!examples.has(shape)) examples.set(shape, location)
  }
  if (examples.size > 1) {
    const found = [...examples.values()].map(
      (location) => `${inWords(editor.valueAt(location))} at ${toPath(location)}`,
    )
    fail(run, 'target', `the target mixes ${found.join(' and ')}`, 'write one action for each kind')
  }
  const [first] = examples
  if (first === undefined) return
  const [shape, location] = first
  const given = field === 'update' ? `\`update\` is ${inWords(value)}` : `the source is ${inWords(value)}`
  // Only where something is wrong: this runs for every target.
  const misfit = () => `${given}, but \`${toPath(location)}\` is ${inWords(editor.valueAt(location))}`
  if (shape === 'object' && shapeOf(value) !== 'object') {
    fail(run, field, misfit(), 'give an object with the members to merge, or target one of its members')
  }
  if (shape === 'list' && overlay.series === '1.0' && Array.isArray(value)) {
    const problem =
      'in Overlay 1.0 a list given to a list is one element of it, in 1.1 it is added element by element'
    fail(run, field, problem, 'declare `overlay: 1.1.0`, or write one action for each element')
  }
  if (shape === 'primitive' && overlay.series === '1.0') {
    const problem = `Overlay 1.0 cannot update ${inWords(editor.valueAt(location))} itself`
    fail(run, 'target', problem, 'declare `overlay: 1.1.0`, or target the object around it')
  }
  if (shape === 'primitive' && shapeOf(value) !== 'primitive') {
    fail(run, field, misfit(), 'give a single value, or remove the node and add it to the object around it')
  }
}
