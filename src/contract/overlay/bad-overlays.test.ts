import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { OverlayError, applyOverlay, parseOverlay } from './index.ts'

function contract(): JsonObject {
  return {
    info: { title: 'Interface', version: '1' },
    tags: [{ name: 'reports' }, { name: 'writes' }],
    security: [],
    servers: [{ url: 'https://one.example' }],
    paths: {
      '/api/reports': {
        post: {
          tags: ['reports', 'pages'],
          parameters: [{ name: 'page', in: 'query' }],
          responses: { 200: {}, 401: {} },
        },
      },
    },
    components: {
      schemas: {
        Request: { type: 'object', required: ['id'], properties: { reportId: { type: 'string', maxLength: 9 } } },
      },
    },
  }
}

async function errorOf(text: string): Promise<OverlayError> {
  try {
    await applyOverlay({ document: contract(), overlay: await parseOverlay({ text, file: 'o.yaml' }) })
  } catch (error) {
    if (error instanceof OverlayError) return error
    throw error
  }
  throw new Error('the overlay was accepted')
}

const cureQuery = "write an RFC 9535 query; names with other signs than letters, digits and _ go into ['…']"

// The whole text of an overlay, and its error.
const badTexts: [why: string, text: string, message: string][] = [
  ['empty', '', 'o.yaml: the file is empty; begin with `overlay: 1.1.0`, then `info` and `actions`'],
  [
    'a list',
    '- overlay\n- info',
    'o.yaml:1:1: an overlay must be an object, not a list of 2; begin with `overlay: 1.1.0`, then `info` and `actions`',
  ],
  [
    'broken syntax',
    'overlay: 1.1.0\ninfo: { title: t',
    'o.yaml:2:17: this is not YAML or JSON: unexpected end of the stream within a flow collection; mend the syntax here',
  ],
  [
    'two documents',
    'overlay: 1.1.0\n---\noverlay: 1.1.0',
    'o.yaml:3:1: the file holds more than one YAML document; give each overlay a file of its own',
  ],
  ['no version', 'info: {}', 'o.yaml:1:1: `overlay` is missing; begin with `overlay: 1.1.0`'],
  [
    'a version that is a number',
    'overlay: 1.1',
    'o.yaml:1:1: the number 1.1 is no version of Overlay that this reads; declare 1.0.0 or 1.1.0',
  ],
  [
    'a version to come',
    'overlay: 1.2.0',
    'o.yaml:1:1: the string "1.2.0" is no version of Overlay that this reads; declare 1.0.0 or 1.1.0',
  ],
  [
    'a misspelt member',
    'overlay: 1.1.0\ninfo: { title: t, version: v }\naction: []',
    'o.yaml:3:1: `action` does not belong here; write `actions`',
  ],
  [
    'a foreign member',
    'overlay: 1.1.0\nopenapi: 3.1.0',
    'o.yaml:2:1: `openapi` does not belong here; this object knows overlay, info, extends, actions and x-… extensions',
  ],
  ['no info', 'overlay: 1.1.0\nactions: []', 'o.yaml:1:1: `info` is missing; add `info` with `title` and `version`'],
  [
    'info as text',
    'overlay: 1.1.0\ninfo: names',
    'o.yaml:2:1: `info` must be an object, not the string "names"; give it a `title` and a `version`',
  ],
  ['no title', 'overlay: 1.1.0\ninfo: { version: v }', 'o.yaml:2:1: `title` is missing; add `title`'],
  ['no version of its own', 'overlay: 1.1.0\ninfo: { title: t }', 'o.yaml:2:1: `version` is missing; add `version`'],
  [
    'a version of its own that is a number',
    'overlay: 1.1.0\ninfo:\n  title: t\n  version: 1.5',
    'o.yaml:4:3: `version` must be a string, not the number 1.5; put it in quotes',
  ],
  [
    'a description in 1.0',
    'overlay: 1.0.0\ninfo: { title: t, version: v, description: d }',
    'o.yaml:2:31: `description` came with Overlay 1.1; declare `overlay: 1.1.0`',
  ],
  [
    'extends that is no text',
    'overlay: 1.1.0\ninfo: { title: t, version: v }\nextends: [a]',
    'o.yaml:3:1: `extends` must be a string, not a list of 1; write it as text',
  ],
  [
    'no actions',
    'overlay: 1.1.0\ninfo: { title: t, version: v }',
    'o.yaml:1:1: `actions` is missing; add a list of at least one action',
  ],
  [
    'actions that are no list',
    'overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: { target: $ }',
    'o.yaml:3:1: `actions` must be a list, not an object; begin each action with a dash',
  ],
  [
    'an empty list of actions',
    'overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: []',
    'o.yaml:3:1: `actions` is empty; add at least one action, or leave the overlay out',
  ],
]

test.each(badTexts)('refuses %s', async (_, text, message) => {
  expect((await errorOf(text)).message).toBe(message)
})

// One or two actions, and the error without the file; the actions begin in line 4.
const badActions: [why: string, actions: string, message: string][] = [
  [
    'an action that is text',
    '- $.info',
    '4:3: action 1: an action must be an object, not the string "$.info"; give it a `target`',
  ],
  ['no target', '- update: {}', '4:3: action 1: `target` is missing; add `target`'],
  [
    'a target that is no text',
    '- target: 100',
    '4:3: action 1: `target` must be a string, not the number 100; put it in quotes',
  ],
  [
    'a target without $',
    '- target: info.title\n  update: x',
    `4:3: action 1 (info.title): \`target\` does not begin with $; ${cureQuery}`,
  ],
  [
    'a target that is no JSONPath',
    '- target: $.info[\n  update: x',
    `4:3: action 1 ($.info[): \`target\` is not JSONPath at character 8: unclosed bracketed selection; ${cureQuery}`,
  ],
  [
    'an unquoted path',
    '- target: $.paths./api/reports\n  remove: true',
    `4:3: action 1 ($.paths./api/reports): \`target\` is not JSONPath at character 9: unexpected shorthand selector '/'; ${cureQuery}`,
  ],
  [
    'a filter function on the wrong kind',
    '- target: $.tags[?length(@.*) > 1]\n  remove: true',
    `4:3: action 1 ($.tags[?length(@.*) > 1]): \`target\` is not JSONPath at character 16: length() argument 0 must be of ValueType; ${cureQuery}`,
  ],
  [
    'a copy that is no JSONPath',
    '- target: $.info\n  copy: /info',
    `5:3: action 1 ($.info): \`copy\` does not begin with $; ${cureQuery}`,
  ],
  [
    'remove that is text',
    "- target: $.info\n  remove: 'true'",
    '5:3: action 1 ($.info): `remove` must be true or false, not the string "true"; write `remove: true` without quotes',
  ],
  [
    'a misspelt modifier in the second action',
    '- target: $.info\n  update: {}\n- target: $.tags\n  updates: []',
    '7:3: action 2 ($.tags): `updates` does not belong here; write `update`',
  ],
  [
    'an unknown modifier',
    '- target: $.info\n  replace: $.tags',
    '5:3: action 1 ($.info): `replace` does not belong here; this object knows target, description, update, remove, copy and x-… extensions',
  ],
  [
    'a description that is no text',
    '- target: $.info\n  description: 10',
    '5:3: action 1 ($.info): `description` must be a string, not the number 10; put it in quotes',
  ],
  [
    'update and copy together',
    '- target: $.info\n  update: {}\n  copy: $.info',
    '4:3: action 1 ($.info): `update` and `copy` stand in one action, where each would silence the other; make it two actions',
  ],
  [
    'the same action twice',
    '- target: $.tags\n  update: x\n- target: $.tags\n  update: x',
    '6:3: action 2 ($.tags): the action is the same as action 1; leave one out, or tell them apart by `description`',
  ],
  [
    'broken syntax in the second action',
    '- target: $.info\n  update: {}\n- target: $.tags\n  update: [a',
    '7:13: action 2: this is not YAML or JSON: unexpected end of the stream within a flow collection; mend the syntax here',
  ],
  [
    'a tab for indentation',
    '- target: $.info\n\tupdate: {}',
    '5:1: action 1: this is not YAML or JSON: tab characters must not be used in indentation; mend the syntax here',
  ],
  [
    'a character that YAML lacks',
    '- target: $.info\n  update:\n    title: "a\ufffeb"',
    String.raw`6:14: action 1: the character \ufffe may not stand in YAML; remove it, or write "\ufffe" between double quotes`,
  ],
  [
    'half of a character',
    '- target: $.info\n  update:\n    title: \ud800',
    String.raw`6:12: action 1: the character \ud800 may not stand in YAML; remove it, or write "\ud800" between double quotes`,
  ],
  [
    'no key',
    '- target: $.info\n  update:\n    : x',
    '6:5: action 1 ($.info): a key is missing here; write one before the colon',
  ],
  [
    'a key given twice',
    '- target: $.info\n  update: { a: 1, a: 2 }',
    '5:19: action 1 ($.info): the key `a` stands here twice; keep one of the two',
  ],
  [
    'a merge key',
    '- target: $.info\n  update: { <<: { a: 1 } }',
    '5:13: action 1 ($.info): YAML 1.2 has no merge key `<<`; write the merged members out',
  ],
  [
    'a key that is a list',
    '- target: $.info\n  update: { [a]: 1 }',
    '5:13: action 1 ($.info): this key is itself a list, an object or an alias; write the key as plain text',
  ],
  [
    'a number that JSON lacks',
    '- target: $.info\n  update: { max: .inf }',
    '5:18: action 1 ($.info): JSON has no number .inf; quote it, if text is meant',
  ],
  [
    'an unknown tag',
    '- target: $.info\n  update: !include other.yaml',
    '5:11: action 1 ($.info): JSON has no tags like !include; leave the tag out',
  ],
  [
    'a tag on a key',
    '- target: $.info\n  update: { !!str a: 1 }',
    '5:13: action 1 ($.info): JSON has no tags like !!str; leave the tag out',
  ],
  [
    'an alias without anchor',
    '- target: $.info\n  update: *shape',
    '5:11: action 1 ($.info): the alias *shape has no anchor before it; write the value out',
  ],
  [
    'an alias inside its anchor',
    '- target: $.info\n  update: &shape { a: *shape }',
    '5:23: action 1 ($.info): the alias *shape stands inside its own anchor; write the value out',
  ],
  [
    'a misspelt name',
    '- target: $.components.schemas.Requets.type\n  update: x',
    '4:3: action 1 ($.components.schemas.Requets.type): the target matches nothing: `$.components.schemas` has no `Requets`; the nearest thing is $.components.schemas.Request',
  ],
  [
    'a path in the wrong letters',
    "- target: $.paths['/API/Report'].post\n  remove: true",
    "4:3: action 1 ($.paths['/API/Report'].post): the target matches nothing: `$.paths` has no `/API/Report`; the nearest thing is $.paths['/api/reports']",
  ],
  [
    'a step left out',
    '- target: $.components.schemas.Request.reportId\n  remove: true',
    '4:3: action 1 ($.components.schemas.Request.reportId): the target matches nothing: `$.components.schemas.Request` has no `reportId`; the nearest thing is $.components.schemas.Request.properties.reportId',
  ],
  [
    'a name like no other',
    '- target: $.info.contact\n  remove: true',
    '4:3: action 1 ($.info.contact): the target matches nothing: `$.info` has no `contact`; the nearest thing is $.info, with title, version',
  ],
  [
    'a name that occurs nowhere below',
    '- target: $..reportID2\n  remove: true',
    '4:3: action 1 ($..reportID2): the target matches nothing: nothing below `$` is called `reportID2`; the nearest thing is $.components.schemas.Request.properties.reportId',
  ],
  [
    'a name in a list',
    '- target: $.tags.name\n  update: x',
    '4:3: action 1 ($.tags.name): the target matches nothing: `$.tags` is a list and has no names; the nearest thing is $.tags[0].name',
  ],
  [
    'a name in text',
    '- target: $.info.title.es\n  update: x',
    '4:3: action 1 ($.info.title.es): the target matches nothing: `$.info.title` is the string "Interface" and holds nothing; the nearest thing is $.info.title',
  ],
  [
    'an index past the end',
    '- target: $.tags[2]\n  remove: true',
    '4:3: action 1 ($.tags[2]): the target matches nothing: `$.tags` has only 2 elements; the nearest thing is $.tags, with the indexes 0 to 1',
  ],
  [
    'an index in an object',
    '- target: $.paths[0]\n  remove: true',
    '4:3: action 1 ($.paths[0]): the target matches nothing: `$.paths` is an object and has no indexes; the nearest thing is $.paths, with /api/reports',
  ],
  [
    'a filter that lets nothing through',
    "- target: $.tags[?@.name == 'report']\n  remove: true",
    "4:3: action 1 ($.tags[?@.name == 'report']): the target matches nothing: none of the 2 in `$.tags` is let through by `?@.name == 'report'`; the nearest thing is $.tags[0], with \"reports\"",
  ],
  [
    'a wildcard in an empty list',
    '- target: $.security[*]\n  remove: true',
    '4:3: action 1 ($.security[*]): the target matches nothing: `$.security` is empty; the nearest thing is $.security',
  ],
  [
    'a slice of nothing',
    '- target: $.tags[5:9]\n  remove: true',
    '4:3: action 1 ($.tags[5:9]): the target matches nothing: none of the 2 in `$.tags` is selected by `5:9:1`; the nearest thing is $.tags, with the indexes 0 to 1',
  ],
  [
    'a target that an action before removed',
    '- target: $.paths\n  remove: true\n- target: $.paths\n  update: {}',
    '6:3: action 2 ($.paths): the target matches nothing: `$` has no `paths`; the nearest thing is $, with info, tags, security, servers, components',
  ],
  [
    'mixed targets',
    '- target: $.paths..post.*\n  update: {}',
    "4:3: action 1 ($.paths..post.*): the target mixes a list of 2 at $.paths['/api/reports'].post.tags and an object at $.paths['/api/reports'].post.responses; write one action for each kind",
  ],
  [
    'a list for an object',
    '- target: $.info\n  update: [title]',
    '5:3: action 1 ($.info): `update` is a list of 1, but `$.info` is an object; give an object with the members to merge, or target one of its members',
  ],
  [
    'nothing for an object',
    '- target: $.info\n  update:',
    '5:3: action 1 ($.info): `update` is null, but `$.info` is an object; give an object with the members to merge, or target one of its members',
  ],
  [
    'an object for text',
    '- target: $.info.title\n  update: { es: Interfaz }',
    '5:3: action 1 ($.info.title): `update` is an object, but `$.info.title` is the string "Interface"; give a single value, or remove the node and add it to the object around it',
  ],
  [
    'an object for text, deep inside',
    '- target: $.components.schemas\n  update:\n    Request:\n      properties:\n        reportId:\n          maxLength: { value: 3 }',
    '9:11: action 1 ($.components.schemas): an object cannot be merged into `$.components.schemas.Request.properties.reportId.maxLength`, which is the number 9; give a single value, or remove $.components.schemas.Request.properties.reportId.maxLength in an action before',
  ],
  [
    'text for a list, deep inside',
    '- target: $.components.schemas.Request\n  update: { required: codigo }',
    '5:13: action 1 ($.components.schemas.Request): the string "codigo" cannot be merged into `$.components.schemas.Request.required`, which is a list of 1; give a list to add to it, or remove it in an action before',
  ],
  [
    'nothing for an object, deep inside',
    '- target: $\n  update: { paths: ~ }',
    '5:13: action 1 ($): null cannot be merged into `$.paths`, which is an object; give an object to merge, or remove it in an action before',
  ],
  [
    'removing the whole document',
    '- target: $\n  remove: true',
    '4:3: action 1 ($): the whole document cannot be removed; target what it holds',
  ],
  [
    'a source that does not exist',
    '- target: $.info\n  copy: $.inf',
    '5:3: action 1 ($.info): the source `$.inf` matches nothing: `$` has no `inf`; the nearest thing is $.info',
  ],
  [
    'several sources',
    '- target: $.info\n  copy: $.tags[*]',
    '5:3: action 1 ($.info): the source `$.tags[*]` matches several nodes; choose one, e.g. $.tags[0]',
  ],
  [
    'a source that does not fit',
    '- target: $.info\n  copy: $.tags',
    '5:3: action 1 ($.info): the source is a list of 2, but `$.info` is an object; give an object with the members to merge, or target one of its members',
  ],
  [
    'a source that does not fit, deep inside',
    '- target: $.info\n  update: { type: {} }\n- target: $.info\n  copy: $.components.schemas.Request',
    '7:3: action 2 ($.info): the string "object" cannot be merged into `$.info.type`, which is an object; give an object to merge, or remove it in an action before',
  ],
]

test.each(badActions)('refuses %s', async (_, actions, message) => {
  const text = `overlay: 1.1.0\ninfo: { title: t, version: v }\nactions:\n${actions}`
  expect((await errorOf(text)).message).toBe(`o.yaml:${message}`)
})

// What 1.0 does not allow, with its way out.
const badIn10: [why: string, actions: string, message: string][] = [
  [
    'a copy',
    '- target: $.info\n  copy: $.tags[0]',
    '5:3: action 1 ($.info): `copy` came with Overlay 1.1; declare `overlay: 1.1.0`',
  ],
  [
    'an update of a primitive itself',
    '- target: $.info.title\n  update: x',
    '4:3: action 1 ($.info.title): Overlay 1.0 cannot update the string "Interface" itself; declare `overlay: 1.1.0`, or target the object around it',
  ],
  [
    'the removal of a primitive from its list',
    "- target: $.components.schemas.Request.required[?@ == 'id']\n  remove: true",
    '4:3: action 1 ($.components.schemas.Request.required[?@ == \'id\']): Overlay 1.0 cannot remove the string "id" alone from its list; declare `overlay: 1.1.0`, or remove the whole list',
  ],
  [
    'a list for a list',
    '- target: $.tags\n  update: [{ name: tools }]',
    '5:3: action 1 ($.tags): in Overlay 1.0 a list given to a list is one element of it, in 1.1 it is added element by element; declare `overlay: 1.1.0`, or write one action for each element',
  ],
]

test.each(badIn10)('refuses %s in Overlay 1.0', async (_, actions, message) => {
  const text = `overlay: 1.0.0\ninfo: { title: t, version: v }\nactions:\n${actions}`
  expect((await errorOf(text)).message).toBe(`o.yaml:${message}`)
})

test('an error carries its parts one by one', async () => {
  const text = 'overlay: 1.1.0\ninfo: { title: t, version: v }\nactions:\n- target: $.inof\n  remove: true'
  expect(await errorOf(text)).toMatchObject({
    name: 'OverlayError',
    file: 'o.yaml',
    position: { line: 4, column: 3 },
    action: 1,
    target: '$.inof',
    problem: 'the target matches nothing: `$` has no `inof`',
    cure: 'the nearest thing is $.info',
  })
})

test('refuses aliases that unfold without measure', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`)
  const value = ['a: &a-1 [x, x, x, x, x, x, x, x, x]', ...levels].map((line) => `      ${line}`).join('\n')
  const text = `overlay: 1.1.0\ninfo: { title: t, version: v }\nactions:\n  - target: $.info\n    update:\n${value}`
  const { problem, action } = await errorOf(text)
  expect({ problem, action }).toEqual({ problem: 'the aliases unfold to too many nodes', action: 1 })
})
