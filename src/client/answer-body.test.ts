import { expect, test } from 'vitest'
import { readAnswerBody } from './answer-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each<[string, number, string | undefined, Uint8Array, ReturnType<typeof readAnswerBody>]>([
  ['JSON', 200, 'application/json', bytes('{"a":1}'), { mediaType: 'application/json', body: { a: 1 } }],
  ['JSON with a charset', 200, 'Application/JSON; charset=utf-8', bytes('1'), { mediaType: 'application/json', body: 1 }],
  ['JSON after a byte order mark', 200, 'application/json', bytes('\uFEFF1'), { mediaType: 'application/json', body: 1 }],
  ['JSON of some format', 404, 'application/problem+json', bytes('"x"'), { mediaType: 'application/problem+json', body: 'x' }],
  ['text', 200, 'text/plain', bytes('año'), { mediaType: 'text/plain', body: 'año' }],
  ['text in Latin-1', 200, 'text/plain;charset="ISO-8859-1"', new Uint8Array([0x61, 0xf1, 0x6f]), { mediaType: 'text/plain', body: 'año' }],
  ['text in no known charset', 200, 'text/html; charset=x-none', bytes('año'), { mediaType: 'text/html', body: 'año' }],
  ['no text', 200, 'text/plain', bytes(''), { mediaType: 'text/plain', body: '' }],
  ['anything else', 200, 'application/pdf', bytes('%PDF'), { mediaType: 'application/pdf', body: bytes('%PDF') }],
  ['something without a type', 200, undefined, bytes('x'), { mediaType: undefined, body: bytes('x') }],
  ['nothing', 200, undefined, bytes(''), { mediaType: undefined, body: undefined }],
  ['nothing that is called JSON', 204, 'application/json', bytes(''), { mediaType: undefined, body: undefined }],
])('a body that is %s is read as such', (_what, status, contentType, source, expected) => {
  expect(readAnswerBody(status, contentType, source)).toEqual(expected)
})

test('JSON that cannot be read is kept as text with what is wrong, which does not quote it', () => {
  expect(readAnswerBody(200, 'application/json', bytes('{"secret'))).toEqual({
    mediaType: 'application/json',
    body: '{"secret',
    fault: 'the body is not valid JSON',
  })
})
