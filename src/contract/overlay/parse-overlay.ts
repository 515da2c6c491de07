import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { loadJsonPath } from './json-path.ts'
import type { Compiled, JsonPath } from './query.ts'
import { child, inWords, pointerToken } from './location.ts'
import { nearestName } from './nearest-name.ts'
import { OverlayError, citation } from './overlay-error.ts'
import { readOverlayText } from './overlay-text.ts'
import type { Action, Effect, Overlay, Positions, Remark } from './overlay.ts'

/**
 * Reads an OpenAPI Overlay 1.0 or 1.1 document from YAML or JSON, strictly: everything the specification
 * requires must be there, and nothing else may be, except `x-` extensions. Targets are parsed as well.
 * `file` is only a name for messages. Throws `OverlayError` at the first fault.
 */
export async function parseOverlay({ text, file }: { text: string; file: string }): Promise<Overlay> {
  const { value, positions } = await readOverlayText({ text, file })
  const compile = await loadJsonPath(queriesIn(value))
  return readOverlay({ value, positions, file, compile })
}

/** Whatever stands where queries belong. */
function queriesIn(root: JsonValue): string[] {
  const actions = child(root, 'actions')
  return (Array.isArray(actions) ? actions : [])
    .flatMap((action) => [child(action, 'target'), child(action, 'copy')])
    .filter((query) => typeof query === 'string')
}

interface Source {
  value: JsonValue
  positions: Positions
  file: string
  compile: (query: string) => Compiled
}

/** Which action a check is about; absent outside the actions. */
interface Context {
  pointer: string
  action?: number
  target?: string | undefined
}

async function readOverlay({ value: root, positions, file, compile }: Source): Promise<Overlay> {
  function fail({ pointer, action, target }: Context, problem: string, cure: string): never {
    throw new OverlayError({ file, position: positions.get(pointer), action, target, problem, cure })
  }

  function text(object: JsonObject, key: string, context: Context): string | undefined {
    const value = child(object, key)
    if (value === undefined || typeof value === 'string') return value
    fail(
      { ...context, pointer: context.pointer + pointerToken(key) },
      `\`${key}\` must be a string, not ${inWords(value)}`,
      typeof value === 'number' ? 'put it in quotes' : 'write it as text',
    )
  }

  function requiredText(object: JsonObject, key: string, context: Context): string {
    const value = text(object, key, context)
    if (value !== undefined) return value
    fail(context, `\`${key}\` is missing`, `add \`${key}\``)
  }

  async function refuseUnknown(object: JsonObject, known: readonly string[], context: Context): Promise<void> {
    for (const key of Object.keys(object)) {
      if (known.includes(key) || key.startsWith('x-')) continue
      const meant = await nearestName(key, known)
      fail(
        { ...context, pointer: context.pointer + pointerToken(key) },
        `\`${key}\` does not belong here`,
        meant === undefined ? `this object knows ${known.join(', ')} and x-… extensions` : `write \`${meant}\``,
      )
    }
  }

  function readSeries(overlay: JsonObject): Overlay['series'] {
    const version = child(overlay, 'overlay')
    if (version === undefined) fail({ pointer: '' }, '`overlay` is missing', 'begin with `overlay: 1.1.0`')
    const series = typeof version === 'string' ? /^(1\.[01])\.\d+$/.exec(version)?.[1] : undefined
    if (series === '1.0' || series === '1.1') return series
    fail(
      { pointer: '/overlay' },
      `${inWords(version)} is no version of Overlay that this reads`,
      'declare 1.0.0 or 1.1.0',
    )
  }

  async function readInfo(
    overlay: JsonObject,
    series: Overlay['series'],
  ): Promise<{ title: string; version: string }> {
    const info = child(overlay, 'info')
    if (info === undefined) fail({ pointer: '' }, '`info` is missing', 'add `info` with `title` and `version`')
    const context = { pointer: '/info' }
    if (!isJsonObject(info)) {
      fail(context, `\`info\` must be an object, not ${inWords(info)}`, 'give it a `title` and a `version`')
    }
    if (series === '1.0' && Object.hasOwn(info, 'description')) {
      fail({ pointer: '/info/description' }, '`description` came with Overlay 1.1', 'declare `overlay: 1.1.0`')
    }
    await refuseUnknown(
      info,
      series === '1.0' ? ['title', 'version'] : ['title', 'version', 'description'],
      context,
    )
    text(info, 'description', context)
    return { title: requiredText(info, 'title', context), version: requiredText(info, 'version', context) }
  }

  function readActions(overlay: JsonObject): JsonValue[] {
    const actions = child(overlay, 'actions')
    if (actions === undefined) fail({ pointer: '' }, '`actions` is missing', 'add a list of at least one action')
    const context = { pointer: '/actions' }
    if (!Array.isArray(actions)) {
      fail(context, `\`actions\` must be a list, not ${inWords(actions)}`, 'begin each action with a dash')
    }
    if (actions.length === 0)
      fail(context, '`actions` is empty', 'add at least one action, or leave the overlay out')
    return actions
  }

  function readQuery(query: string, key: 'target' | 'copy', context: Context): JsonPath {
    const place = { ...context, pointer: `${context.pointer}/${key}` }
    const cure = "write an RFC 9535 query; names with other signs than letters, digits and _ go into ['…']"
    if (!query.startsWith('$')) fail(place, `\`${key}\` does not begin with $`, cure)
    const compiled = compile(query)
    if (compiled.ok) return compiled.path
    const where = compiled.offset === undefined ? '' : ` at character ${compiled.offset + 1}`
    return fail(place, `\`${key}\` is not JSONPath${where}: ${compiled.problem}`, cure)
  }

  async function readAction(item: JsonValue, index: number, series: Overlay['series']): Promise<Action> {
    const number = index + 1
    const pointer = `/actions/${index}`
    if (!isJsonObject(item)) {
      fail({ pointer, action: number }, `an action must be an object, not ${inWords(item)}`, 'give it a `target`')
    }
    const query = requiredText(item, 'target', { pointer, action: number })
    const context = { pointer, action: number, target: query }
    if (series === '1.0' && Object.hasOwn(item, 'copy')) {
      fail({ ...context, pointer: `${pointer}/copy` }, '`copy` came with Overlay 1.1', 'declare `overlay: 1.1.0`')
    }
    await refuseUnknown(item, ['target', 'description', 'update', 'remove', 'copy'], context)
    const target = readQuery(query, 'target', context)
    const description = text(item, 'description', context)
    return { number, target, ...(description === undefined ? {} : { description }), ...readEffect(item, context) }
  }

  function readEffect(item: JsonObject, context: Context): Effect {
    const remove = child(item, 'remove') ?? false
    if (typeof remove !== 'boolean') {
      const place = { ...context, pointer: `${context.pointer}/remove` }
      fail(
        place,
        `\`remove\` must be true or false, not ${inWords(remove)}`,
        'write `remove: true` without quotes',
      )
    }
    const source = text(item, 'copy', context)
    const from = source === undefined ? undefined : readQuery(source, 'copy', context)
    if (remove) return { effect: 'remove' }
    const value = child(item, 'update')
    if (value !== undefined && from !== undefined) {
      fail(
        context,
        '`update` and `copy` stand in one action, where each would silence the other',
        'make it two actions',
      )
    }
    if (from !== undefined) return { effect: 'copy', from }
    return value === undefined ? { effect: 'none' } : { effect: 'update', value }
  }

  function refuseRepetition(actions: readonly JsonValue[]): void {
    const seen = new Map<string, number>()
    for (const [index, action] of actions.entries()) {
      const same = JSON.stringify(action)
      const first = seen.get(same)
      if (first !== undefined) {
        const target = isJsonObject(action) && typeof action.target === 'string' ? action.target : undefined
        const place = { pointer: `/actions/${index}`, action: index + 1, target }
        fail(
          place,
          `the action is the same as action ${first}`,
          'leave one out, or tell them apart by `description`',
        )
      }
      seen.set(same, index + 1)
    }
  }

  function remarksOn(item: JsonValue, action: Action): Remark[] {
    const silenced = ['update', 'copy'].filter((key) => isJsonObject(item) && Object.hasOwn(item, key))
    const isIdle = action.effect === 'none'
    if (!isIdle && (action.effect !== 'remove' || silenced.length === 0)) return []
    const position = positions.get(`/actions/${action.number - 1}`)
    const cite = citation({ file, position, action: action.number, target: action.target.text })
    if (isIdle) return [{ action: action.number, message: `${cite}: this action changes nothing` }]
    const message = `${cite}: \`remove: true\` silences \`${silenced.join('` and `')}\`; make it an action of its own`
    return [{ action: action.number, message }]
  }

  if (!isJsonObject(root)) {
    const problem = root === null ? 'the file is empty' : `an overlay must be an object, not ${inWords(root)}`
    fail({ pointer: '' }, problem, 'begin with `overlay: 1.1.0`, then `info` and `actions`')
  }
  const series = readSeries(root)
  await refuseUnknown(root, ['overlay', 'info', 'extends', 'actions'], { pointer: '' })
  const info = await readInfo(root, series)
  const extended = text(root, 'extends', { pointer: '' })
  const items = readActions(root)
  const actions: Action[] = []
  const remarks: Remark[] = []
  for (const [index, item] of items.entries()) {
    const action = await readAction(item, index, series)
    actions.push(action)
    remarks.push(...remarksOn(item, action))
  }
  refuseRepetition(items)
  return {
    file,
    series,
    ...info,
    ...(extended === undefined ? {} : { extends: extended }),
    actions,
    remarks,
    positions,
  }
}
