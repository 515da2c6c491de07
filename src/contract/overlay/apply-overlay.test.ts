import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { applyOverlay, parseOverlay } from './index.ts'
import type { Applied } from './index.ts'

/** Applies overlays of version 1.1.0, each given as its list of actions, one after the other. */
async function applyAll(document: JsonObject, ...actionLists: object[][]): Promise<Applied[]> {
  const results: Applied[] = []
  for (const actions of actionLists) results.push(await applyAs('1.1.0', results.at(-1)?.document ?? document, actions))
  return results
}

async function applyAs(version: string, document: JsonObject, actions: object[]): Promise<Applied> {
  const text = JSON.stringify({ overlay: version, info: { title: 't', version: '1' }, actions })
  return applyOverlay({ document, overlay: await parseOverlay({ text, file: 'o.json' }) })
}

async function apply(document: JsonObject, ...actions: object[]): Promise<JsonObject> {
  return (await applyAs('1.1.0', document, actions)).document
}

// The facts of the OpenAPI Initiative's compliant sets, on a document of our own.

function library(): JsonObject {
  const oops = { description: 'Something broke.' }
  return {
    openapi: '3.1.1',
    info: { title: 'Lending library', version: '2.0.0' },
    servers: [
      { url: 'https://library.example', description: 'Production' },
      { url: 'https://try.library.example', description: 'Try-out' },
    ],
    paths: {
      '/books': {
        get: {
          summary: 'Books',
          responses: { 200: { description: 'The books.' }, 500: oops, default: { description: 'Anything else.' } },
        },
        post: { summary: 'Add a book', responses: { 201: { description: 'Added.' }, 500: oops } },
      },
      '/loans': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: { book: { type: 'string' }, due: { type: 'string' }, days: { type: 'integer' } },
                    },
                  },
                },
              },
            },
            default: { description: 'Anything else.' },
          },
        },
      },
    },
    components: { schemas: { Book: { properties: { title: { type: 'string', example: 'Platero y yo' } } } } },
  }
}

test('compliant set: a licence is added to the info', async () => {
  const license = { name: 'MIT', url: 'https://licences.example/mit' }
  const expected = library()
  expected.info = { title: 'Lending library', version: '2.0.0', license }
  expect((await applyAs('1.0.0', library(), [{ target: '$.info', update: { license } }])).document).toEqual(expected)
})

test('compliant set: a summary is replaced and a description is added', async () => {
  const update = { summary: 'All the books', description: 'Lent ones too.' }
  const { document } = await applyAs('1.0.0', library(), [{ target: "$.paths['/books'].get", update }])
  expect(document).toMatchObject({ paths: { '/books': { get: { ...update, responses: { 500: {} } } } } })
})

test('compliant set: a primitive member is removed, in 1.0 too', async () => {
  const target = "$.components.schemas.Book.properties['title'].example"
  const { document } = await applyAs('1.0.0', library(), [{ target, remove: true }])
  expect(document.components).toEqual({ schemas: { Book: { properties: { title: { type: 'string' } } } } })
})

test('compliant set: responses are removed wherever they match', async () => {
  const { document } = await applyAs('1.0.0', library(), [
    { target: "$.paths..responses['500']", remove: true },
    { target: "$.paths..responses['default']", remove: true },
  ])
  expect(document.paths).toMatchObject({ '/books': { get: { summary: 'Books' } } })
  expect(JSON.stringify(document)).not.toMatch(/"500"|"default"/)
  expect(JSON.stringify(document)).toMatch(/"200".*"201".*"200"/)
})

test('compliant set: properties are removed by a filter on what they hold', async () => {
  const target = "$.paths['/loans'].get.responses['200']..properties[?(@.type == 'string')]"
  const { document } = await applyAs('1.0.0', library(), [{ target, remove: true }])
  expect(JSON.stringify(document.paths)).toContain('"properties":{"days":{"type":"integer"}}')
  expect(document.components).toEqual(library().components)
})

test('compliant set: one element of a list is removed by a filter', async () => {
  const target = "$.servers[?( @.description == 'Try-out' )]"
  const { document } = await applyAs('1.0.0', library(), [{ target, remove: true }])
  expect(document.servers).toEqual([{ url: 'https://library.example', description: 'Production' }])
})

test('compliant set: a list is replaced by removing it and adding another', async () => {
  const servers = [{ url: 'http://localhost:4010', description: 'Here' }]
  const document = await apply(library(), { target: '$.servers', remove: true }, { target: '$', update: { servers } })
  expect(document).toEqual({ ...library(), servers })
})

test('compliant set: the root is updated by an overlay of the same structure', async () => {
  const { document } = await applyAs('1.0.0', library(), [{ target: '$', update: { info: { 'x-overlaid': true } } }])
  expect(document).toEqual({ ...library(), info: { title: 'Lending library', version: '2.0.0', 'x-overlaid': true } })
})

// The specification's rules, one by one.

test('merges objects, concatenates lists and replaces primitives, at any depth', async () => {
  const document = { a: { keep: 1, list: [1, { x: 1 }], deep: { old: true, value: 'v' } } }
  const update = { a: { list: [2, [3]], deep: { value: null, fresh: {} }, more: 'm' } }
  expect(await apply(document, { target: '$', update })).toEqual({
    a: { keep: 1, list: [1, { x: 1 }, 2, [3]], deep: { old: true, value: null, fresh: {} }, more: 'm' },
  })
})

test('adds to a target list: the elements of a list, or one object or primitive', async () => {
  const document = await apply(
    { list: ['a'] },
    { target: '$.list', update: ['b', ['c']] },
    { target: '$.list', update: { d: 1 } },
    { target: '$.list', update: 'e' },
    { target: '$.list', update: null },
  )
  expect(document).toEqual({ list: ['a', 'b', ['c'], { d: 1 }, 'e', null] })
})

test('adds one object to a target list in 1.0', async () => {
  const { document } = await applyAs('1.0.0', { list: [{ a: 1 }] }, [{ target: '$.list', update: { b: 2 } }])
  expect(document).toEqual({ list: [{ a: 1 }, { b: 2 }] })
})

test('replaces primitives that are targeted themselves, in objects and lists', async () => {
  const document = { a: { n: 1, s: 'x' }, list: ['x', 'y', 'x'] }
  expect(
    await apply(document, { target: '$.a.*', update: true }, { target: "$.list[?@ == 'x']", update: 'z' }),
  ).toEqual({
    a: { n: true, s: true },
    list: ['z', 'y', 'z'],
  })
})

test('updates each of several targets with a copy of its own', async () => {
  const { document } = await applyAs('1.1.0', { a: {}, b: {} }, [
    { target: '$.*', update: { shared: { n: 1 } } },
    { target: '$.a.shared', update: { n: 2 } },
  ])
  expect(document).toEqual({ a: { shared: { n: 2 } }, b: { shared: { n: 1 } } })
})

test('acts once on a node that a query selects twice', async () => {
  expect(await apply({ list: [1] }, { target: "$['list','list']", update: 2 })).toEqual({ list: [1, 2] })
  expect(await apply({ list: [1, 2, 3] }, { target: '$.list[0,0,-3]', remove: true })).toEqual({ list: [2, 3] })
})

test('renames by adding, copying and removing', async () => {
  const document = { paths: { '/items': { get: { tags: ['a'] } }, '/other': { put: {} } } }
  const { document: renamed } = await applyAs('1.1.0', document, [
    { target: '$.paths', update: { '/things': {} } },
    { target: "$.paths['/things']", copy: "$.paths['/items']" },
    { target: "$.paths['/items']", remove: true },
  ])
  expect(renamed).toEqual({ paths: { '/things': { get: { tags: ['a'] } }, '/other': { put: {} } } })
})

test('merges a copied object into one with members, adds a copied list and replaces by a copied primitive', async () => {
  const document = { from: { o: { a: 1, n: 1 }, l: [1, 2], p: 'new' }, to: { o: { n: 2, b: 3 }, l: [0], p: 'old' } }
  const copied = await apply(
    document,
    { target: '$.to.o', copy: '$.from.o' },
    { target: '$.to.l', copy: '$.from.l' },
    { target: '$.to.p', copy: '$.from.p' },
  )
  expect(copied.to).toEqual({ o: { n: 1, b: 3, a: 1 }, l: [0, 1, 2], p: 'new' })
  expect(copied.from).toEqual(document.from)
})

test('copies a node into what it holds, and into what holds it, as it was before', async () => {
  expect(await apply({ a: { b: { c: 1 } } }, { target: '$.a.b', copy: '$.a' })).toEqual({
    a: { b: { c: 1, b: { c: 1 } } },
  })
  expect(await apply({ a: { b: { c: 1 } } }, { target: '$.a', copy: '$.a.b' })).toEqual({ a: { b: { c: 1 }, c: 1 } })
})

test('copies the same to every target, even to the source itself', async () => {
  const copied = { p: {}, q: {} }
  expect(await apply({ a: { p: {}, q: {} } }, { target: '$.a.*', copy: '$.a' })).toEqual({ a: { p: copied, q: copied } })
  expect(await apply({ list: [1, 2] }, { target: '$.list', copy: '$.list' })).toEqual({ list: [1, 2, 1, 2] })
})

test('runs the actions in order, each on what the one before left', async () => {
  const document = await apply(
    { required: ['id', 'page'] },
    { target: '$.required', remove: true },
    { target: '$', update: { required: ['codigo'] } },
    { target: '$.required', update: 'pagina' },
  )
  expect(document).toEqual({ required: ['codigo', 'pagina'] })
})

test('applies several overlays in order', async () => {
  const results = await applyAll({ n: 1 }, [{ target: '$', update: { n: 2, m: [] } }], [{ target: '$.m', update: 'x' }])
  expect(results.map(({ document }) => document)).toEqual([
    { n: 2, m: [] },
    { n: 2, m: ['x'] },
  ])
})

// Traps.

test('removes the right elements when a filter matches several of one list', async () => {
  const parameters = ['a', 'b', 'c', 'd', 'e'].map((name, index) => ({ name, odd: index % 2 === 1 }))
  const { parameters: rest } = await apply({ parameters }, { target: '$.parameters[?@.odd == true]', remove: true })
  expect(rest).toEqual([parameters[0], parameters[2], parameters[4]])
})

test('removes the right elements by indexes in any order, by slices and in nested lists', async () => {
  expect(await apply({ l: [0, 1, 2, 3, 4] }, { target: '$.l[3,0,-1]', remove: true })).toEqual({ l: [1, 2] })
  expect(await apply({ l: [0, 1, 2, 3, 4] }, { target: '$.l[::2]', remove: true })).toEqual({ l: [1, 3] })
  const nested = { l: [[1, 2, 1], [2], [1, 1, 3]] }
  expect(await apply(nested, { target: '$.l[*][?@ == 1]', remove: true })).toEqual({ l: [[2], [2], [3]] })
})

test('removes a node and what lies inside it in one action', async () => {
  const document = { a: [{ x: 1, a: [{ x: 2 }] }, { y: 3 }, { x: 4 }] }
  const { document: rest, changes } = await applyAs('1.1.0', document, [{ target: '$..[?@.x]', remove: true }])
  expect(rest).toEqual({ a: [{ y: 3 }] })
  expect(changes.map(({ pointer }) => pointer)).toEqual(['/a/0', '/a/2'])
})

test('tells three conditions apart', async () => {
  const list = [1, 2, 3].flatMap((a) => [1, 2].map((b) => ({ a, b, c: a + b })))
  const target = '$.list[?@.a > 1 && @.b == 1 && @.c == 4]'
  expect(await apply({ list }, { target, remove: true })).toEqual({
    list: list.filter(({ a, b }) => a !== 3 || b !== 1),
  })
})

test('does nothing for `remove: false`, beside an update or alone', async () => {
  expect(await apply({ a: 1 }, { target: '$.a', remove: false })).toEqual({ a: 1 })
  expect(await apply({ a: 1 }, { target: '$.a', remove: false, update: 2 })).toEqual({ a: 2 })
})

test('lets `remove: true` win over an update', async () => {
  expect(await apply({ a: { b: 1 } }, { target: '$.a', remove: true, update: { c: 2 } })).toEqual({})
})

test('reaches names in any script and with any sign', async () => {
  const document = { año: { 日本: 1, "it's": 2, 'a/b~c': 3, '😀': 4, 'back\\slash': 5, '': 6, 'x.y': 7 } }
  const changed = await applyAs('1.1.0', document, [
    { target: '$.año.日本', update: 10 },
    { target: "$['año']['it\\'s']", update: 20 },
    { target: "$['a\\u00f1o']['a/b~c']", update: 30 },
    { target: '$.año.😀', update: 40 },
    { target: "$.año['back\\\\slash']", update: 50 },
    { target: '$.año[""]', update: 60 },
    { target: "$.año['x.y']", remove: true },
  ])
  expect(changed.document).toEqual({ año: { 日本: 10, "it's": 20, 'a/b~c': 30, '😀': 40, 'back\\slash': 50, '': 60 } })
  expect(changed.changes.map(({ pointer }) => pointer)).toEqual([
    '/año/日本',
    "/año/it's",
    '/año/a~1b~0c',
    '/año/😀',
    '/año/back\\slash',
    '/año/',
    '/año/x.y',
  ])
})

test('treats names of inherited members as any others', async () => {
  const update: unknown = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1, "toString": { "a": 1 } }')
  const document = await apply({ a: {} }, { target: '$.a', update })
  expect(JSON.stringify(document)).toBe('{"a":{"__proto__":{"polluted":true},"constructor":1,"toString":{"a":1}}}')
  expect({}).not.toHaveProperty('polluted')
  expect(await apply(document, { target: "$.a['__proto__']", remove: true })).toEqual({
    a: { constructor: 1, toString: { a: 1 } },
  })
})

// Purity.

test('leaves a frozen document as it is and shares nothing with it or with the overlay', async () => {
  const document = deepFreeze(library())
  const servers = [{ url: 'x' }]
  const text = JSON.stringify({
    overlay: '1.1.0',
    info: { title: 't', version: '1' },
    actions: [
      { target: '$.servers', update: servers },
      { target: '$.paths', update: { '/copy': {} } },
      { target: "$.paths['/copy']", copy: "$.paths['/books']" },
    ],
  })
  const overlay = deepFreeze(await parseOverlay({ text, file: 'o.json' }))
  const first = await applyOverlay({ document, overlay })
  const second = await applyOverlay({ document, overlay })
  expect(document).toEqual(library())
  expect(first.document).toEqual(second.document)
  const shared = objectsIn(first.document).filter((node) =>
    [document, overlay.actions, second.document].some((other) => objectsIn(other).includes(node)),
  )
  expect(shared).toEqual([])
})

function deepFreeze<T>(value: T): T {
  for (const node of objectsIn(value)) Object.freeze(node)
  return value
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

// The account of changes.

test('accounts for every change with its action and place', async () => {
  const document = { a: { n: 1, same: 'x' }, list: [{ id: 1 }], gone: true }
  const { changes } = await applyAs('1.1.0', document, [
    { target: '$.a', update: { n: 2, same: 'x', fresh: { deep: 1 } } },
    { target: '$.list', update: [{ id: 2 }, { id: 3 }] },
    { target: '$.a.fresh', copy: '$.list[0]' },
    { target: '$.gone', remove: true },
  ])
  expect(changes).toEqual([
    { kind: 'updated', action: 1, pointer: '/a/n', origin: '/a/n' },
    { kind: 'added', action: 1, pointer: '/a/fresh', into: '/a' },
    { kind: 'added', action: 2, pointer: '/list/1', into: '/list' },
    { kind: 'added', action: 2, pointer: '/list/2', into: '/list' },
    { kind: 'copied', action: 3, pointer: '/a/fresh/id' },
    { kind: 'removed', action: 4, pointer: '/gone', origin: '/gone' },
  ])
})

test('looks back to where an element stood, however often the list has shifted', async () => {
  const document = { l: [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }], p: ['x', 'y', 'z'] }
  const { changes } = await applyAs('1.1.0', document, [
    { target: '$.l[0,2]', remove: true },
    { target: '$.l', update: { id: 'e' } },
    { target: '$.l[1].id', update: 'D' },
    { target: '$.l[2].id', update: 'E' },
    { target: '$.l[1]', remove: true },
    { target: '$.p[0]', remove: true },
    { target: '$.p[1]', update: 'Z' },
  ])
  expect(changes).toEqual([
    { kind: 'removed', action: 1, pointer: '/l/0', origin: '/l/0' },
    { kind: 'removed', action: 1, pointer: '/l/2', origin: '/l/2' },
    { kind: 'added', action: 2, pointer: '/l/2', into: '/l' },
    { kind: 'updated', action: 3, pointer: '/l/1/id', origin: '/l/3/id' },
    { kind: 'updated', action: 4, pointer: '/l/2/id' },
    { kind: 'removed', action: 5, pointer: '/l/1', origin: '/l/3' },
    { kind: 'removed', action: 6, pointer: '/p/0', origin: '/p/0' },
    { kind: 'updated', action: 7, pointer: '/p/1', origin: '/p/2' },
  ])
})

test('knows a member that was removed and given anew for a new one', async () => {
  const { changes } = await applyAs('1.1.0', { a: { type: 'string' } }, [
    { target: '$.a', remove: true },
    { target: '$', update: { a: { type: 'integer' } } },
    { target: '$.a.type', update: 'number' },
    { target: '$.a', remove: true, description: 'once more' },
  ])
  expect(changes).toEqual([
    { kind: 'removed', action: 1, pointer: '/a', origin: '/a' },
    { kind: 'added', action: 2, pointer: '/a', into: '' },
    { kind: 'updated', action: 3, pointer: '/a/type' },
    { kind: 'removed', action: 4, pointer: '/a' },
  ])
})
