import { expect, test } from 'vitest'
import { parseJsonBody } from './json-body.ts'

test('JSON becomes its value', () => {
  expect(parseJsonBody(Buffer.from('{"a":["ñ",1.5,null]}'))).toEqual({ ok: true, value: { a: ['ñ', 1.5, null] } })
})

test('a byte order mark is ignored', () => {
  expect(parseJsonBody(Buffer.from('\ufeff[1]'))).toEqual({ ok: true, value: [1] })
})

test.each([
  ['no bytes', Buffer.alloc(0), /empty/],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0xb1, 0x61, 0xff, 0x22]), /not UTF-8.*offset 4/],
  ['a character cut in two', Buffer.from([0x22, 0xef, 0xbf, 0xbd, 0xc3]), /offset 4/],
  ['truncated JSON', Buffer.from('{"a":[1,\n2'), /line 2, column 2.*a comma or \] is expected/],
  ['the key __proto__', Buffer.from('{"a":{"__proto__":{"admin":true}}}'), /__proto__/],
  ['the key __proto__ in escapes', Buffer.from('{"\\u005f_proto__":1}'), /__proto__/],
  ['the keys constructor and prototype', Buffer.from('{"constructor":{"prototype":{}}}'), /constructor\.prototype/],
  ['nesting without end', Buffer.from('['.repeat(200_000)), /100 levels/],
  ['deep nesting', Buffer.from(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`), /100 levels/],
])('%s is malformed, and the message says why', (_what, bytes, message) => {
  const outcome = parseJsonBody(bytes)
  expect(outcome).toEqual({ ok: false, problem: { kind: 'malformed', message: expect.stringMatching(message) } })
})

test.each([
  ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
  ['brackets inside strings', JSON.stringify(['{['.repeat(200), `\\"${'['.repeat(200)}`])],
  ['the word constructor', '{"constructor":"Hermanos Prat"}'],
  ['__proto__ as a value', '{"a":"__proto__"}'],
])('%s is accepted', (_what, text) => {
  expect(parseJsonBody(Buffer.from(text))).toEqual({ ok: true, value: JSON.parse(text) })
})
