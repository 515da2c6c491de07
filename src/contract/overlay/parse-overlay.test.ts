import { expect, test } from 'vitest'
import { parseOverlay } from './index.ts'
import type { Action } from './index.ts'

/** An action with its queries as text. */
function plain(action: Action): object {
  const target = action.target.text
  return action.effect === 'copy' ? { ...action, target, from: action.from.text } : { ...action, target }
}

test('reads every member of an overlay from YAML', async () => {
  const text = `overlay: 1.1.0
info:
  title: Los nombres del despliegue de Nadal
  version: '7'
  description: Medido en noviembre
  x-owner: integraciones
extends: ../openapi.yaml
x-ticket: 12
actions:
  - target: $.info
    description: el título
    update: { title: Gestión }
  - target: $.tags[0]
    remove: true
    x-reason: not used
  - target: $.paths['/informes']
    copy: $.paths['/api/reports']
`
  const { positions, actions, ...overlay } = await parseOverlay({ text, file: 'nadal.overlay.yaml' })
  expect({ ...overlay, actions: actions.map(plain) }).toEqual({
    file: 'nadal.overlay.yaml',
    series: '1.1',
    title: 'Los nombres del despliegue de Nadal',
    version: '7',
    extends: '../openapi.yaml',
    actions: [
      { number: 1, target: '$.info', description: 'el título', effect: 'update', value: { title: 'Gestión' } },
      { number: 2, target: '$.tags[0]', effect: 'remove' },
      { number: 3, target: "$.paths['/informes']", effect: 'copy', from: "$.paths['/api/reports']" },
    ],
    remarks: [],
  })
  expect(positions.get('/actions/0/update/title')).toEqual({ line: 12, column: 15 })
  expect(positions.get('/actions/1')).toEqual({ line: 13, column: 5 })
})

test('reads JSON with tabs, a byte order mark and escapes', async () => {
  const text = `\uFEFF{
\t"overlay": "1.0.1",
\t"info": { "title": "t", "version": "1" },
\t"actions": [{ "target": "$['a\\u00f1o']", "update": { "__proto__": "\\ud83d\\ude80" } }]
}`
  const { actions, series } = await parseOverlay({ text, file: 'o.json' })
  expect(series).toBe('1.0')
  expect(actions.map(({ target }) => target.text)).toEqual(["$['año']"])
  expect(JSON.stringify(actions)).toContain('"value":{"__proto__":"🚀"}')
})

async function updateOf(yaml: string): Promise<unknown> {
  const text = `overlay: 1.1.0\ninfo: { title: t, version: '1' }\nactions:\n  - target: $\n    update:\n      ${yaml}`
  const [action] = (await parseOverlay({ text, file: 'o.yaml' })).actions
  return action?.effect === 'update' ? action.value : action
}

test('takes the text of keys that look like numbers or booleans', async () => {
  expect(await updateOf('{ 200: a, 0x1F: b, 1.0: c, true: d, null: e, 2026-11-20: f }')).toEqual({
    '200': 'a',
    '0x1F': 'b',
    '1.0': 'c',
    true: 'd',
    null: 'e',
    '2026-11-20': 'f',
  })
})

test('reads YAML 1.2 scalars: yes, no, on and dates are text', async () => {
  expect(await updateOf('[yes, no, on, 2026-11-20, 0o17, 1e3, ~, "1", 007]')).toEqual([
    'yes',
    'no',
    'on',
    '2026-11-20',
    15,
    1000,
    null,
    '1',
    7,
  ])
})

test('unfolds aliases into separate values', async () => {
  const value = await updateOf('{ a: &text { type: string }, b: *text, c: [*text] }')
  expect(value).toEqual({ a: { type: 'string' }, b: { type: 'string' }, c: [{ type: 'string' }] })
})

test('remarks on actions that do nothing and on modifiers that removal silences', async () => {
  const text = `overlay: 1.1.0
info: { title: t, version: '1' }
actions:
  - target: $.info
  - target: $.tags
    remove: false
  - target: $.servers
    update: []
    remove: true
`
  const { remarks, actions } = await parseOverlay({ text, file: 'o.yaml' })
  expect(actions.map(({ effect }) => effect)).toEqual(['none', 'none', 'remove'])
  expect(remarks.map(({ message }) => message)).toEqual([
    'o.yaml:4:5: action 1 ($.info): this action changes nothing',
    'o.yaml:5:5: action 2 ($.tags): this action changes nothing',
    'o.yaml:7:5: action 3 ($.servers): `remove: true` silences `update`; make it an action of its own',
  ])
})
