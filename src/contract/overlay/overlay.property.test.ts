import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCounter, isMap, isSeq, parse, parseDocument, stringify } from 'yaml'
import type { Node } from 'yaml'
import { isJsonObject } from '../../core/index.ts'
import type { JsonObject, JsonValue } from '../../core/index.ts'
import { applyOverlay, parseOverlay } from './index.ts'
import { child, pointerToken, toPath } from './location.ts'
import type { Location } from './location.ts'
import { readOverlayText } from './overlay-text.ts'
import { plainScalar } from './yaml-scalar.ts'

// Control characters are left out, since json-p3 refuses them in queries, even escaped, and no contract has them;
// and the two that no YAML may contain as they are.
const anyText = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !/[\p{Cc}\ufffe\uffff]/u.test(text))
const name = fc.oneof(anyText, fc.constantFrom('a', "it's", '/x', '~', '__proto__', '\\'))
const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 'text', '', 0, -1.5),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}))
const document = fc
  .array(fc.tuple(name, value), { minLength: 1, maxLength: 5 })
  .map((entries): JsonObject => Object.fromEntries(entries))

async function apply(source: JsonObject, actions: object[]): Promise<JsonObject> {
  const text = JSON.stringify({ overlay: '1.1.0', info: { title: 't', version: '1' }, actions })
  return (await applyOverlay({ document: source, overlay: await parseOverlay({ text, file: 'o.json' }) })).document
}

/** Every node with its location. */
function nodes(node: JsonValue, location: Location = []): { node: JsonValue; location: Location }[] {
  if (typeof node !== 'object' || node === null) return [{ node, location }]
  const inside = Object.entries(node).flatMap(([key, member]) =>
    nodes(member ?? null, [...location, Array.isArray(node) ? Number(key) : key]),
  )
  return [{ node, location }, ...inside]
}

test('adding a member and removing it again gives the original', async () => {
  await fc.assert(
    fc.asyncProperty(document, name, value, fc.nat(), async (source, key, added, seed) => {
      const objects = nodes(source).filter(({ node }) => isJsonObject(node) && child(node, key) === undefined)
      fc.pre(objects.length > 0)
      const { location } = objects[seed % objects.length] ?? { location: [] }
      const update = Object.fromEntries([[key, added]])
      const add = { target: toPath(location), update }
      expect(await apply(source, [add])).not.toEqual(source)
      expect(await apply(source, [add, { target: toPath([...location, key]), remove: true }])).toEqual(source)
    }),
    { numRuns: 150 },
  )
})

test('appending to a list and removing the last element gives the original', async () => {
  await fc.assert(
    fc.asyncProperty(document, value, fc.nat(), async (source, added, seed) => {
      const lists = nodes(source).filter(({ node }) => Array.isArray(node))
      fc.pre(lists.length > 0)
      const target = toPath(lists[seed % lists.length]?.location ?? [])
      expect(
        await apply(source, [
          { target, update: [added] },
          { target: `${target}[-1]`, remove: true },
        ]),
      ).toEqual(source)
    }),
    { numRuns: 100 },
  )
})

test('removing any elements of a list leaves the others in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(7), { minLength: 1 }),
      async (list, picks) => {
        const chosen = picks.map((pick) => pick % list.length)
        const left = await apply({ list }, [{ target: `$.list[${chosen.join()}]`, remove: true }])
        expect(left).toEqual({ list: list.filter((_, index) => !chosen.includes(index)) })
      },
    ),
    { numRuns: 100 },
  )
})

test('an overlay means the same in YAML and in JSON', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (update) => {
      const overlay = { overlay: '1.1.0', info: { title: 't', version: '1' }, actions: [{ target: '$', update }] }
      const [fromYaml, fromJson] = await Promise.all(
        [stringify(overlay), JSON.stringify(overlay, null, '\t')].map((text) => parseOverlay({ text, file: 'o' })),
      )
      expect(JSON.stringify(fromYaml?.actions)).toBe(JSON.stringify(fromJson?.actions))
      expect(fromJson?.actions).toMatchObject([{ number: 1, effect: 'update', value: update }])
    }),
    { numRuns: 150 },
  )
})

// Another YAML parser as judge.

test('plain scalars are what YAML 1.2 says', () => {
  const scraps = ['-', '+', '.', '0', '1', '7', '9', 'e', 'E', 'x', 'o', 'f', '_', '~', 'true', 'null', 'no', 'inf', 'NaN']
  const texts = fc
    .array(fc.constantFrom(...scraps), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
    .filter((text) => !/^[-.]$|^(---|\.\.\.)$/.test(text))
  fc.assert(
    fc.property(texts, (text) => {
      expect(plainScalar(text)).toEqual(parse(`[ ${text} ]`)[0])
    }),
    { numRuns: 2000 },
  )
})

/** Where the other parser sees each node: members at their keys, elements at their values. */
function placesIn(node: unknown, lines: LineCounter, pointer = ''): [string, object][] {
  const at = ({ range }: Node) => {
    const { line, col } = lines.linePos(range?.[0] ?? 0)
    return { line, column: col }
  }
  const inside = (member: unknown, key: string | number, place: Node): [string, object][] => {
    const location = pointer + pointerToken(key)
    return [[location, at(place)], ...placesIn(member, lines, location)]
  }
  if (isSeq<Node>(node)) return node.items.flatMap((item, index) => inside(item, index, item))
  if (!isMap<Node, Node>(node)) return []
  return node.items.flatMap((pair) => inside(pair.value, String(pair.key), pair.key))
}

test('every node is placed where it stands in the text', async () => {
  const style = fc.record({ indent: fc.integer({ min: 1, max: 4 }), lineWidth: fc.constantFrom(0, 20), flow: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(document, style, async (source, { flow, ...options }) => {
      const text = stringify(source, { ...options, blockQuote: false, collectionStyle: flow ? 'flow' : 'block' })
      const lines = new LineCounter()
      const places = placesIn(parseDocument(text, { lineCounter: lines }).contents, lines)
      const { positions } = await readOverlayText({ text, file: 'o.yaml' })
      expect([...positions].filter(([pointer]) => pointer !== '')).toEqual(places)
    }),
    { numRuns: 150 },
  )
})
