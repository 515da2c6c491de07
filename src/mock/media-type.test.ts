import { expect, test } from 'vitest'
import { checkMediaType } from './media-type.ts'

const accepted = ['application/json']

test.each([
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json; charset="UTF-8"',
  'application/json; profile=x; charset=utf8',
])('%s is read', (contentType) => {
  expect(checkMediaType(accepted, contentType, undefined)).toBeUndefined()
})

test.each([
  ['text/plain', undefined, /"text\/plain"; this operation reads application\/json/],
  ['application/xml; charset=utf-8', undefined, /application\/xml/],
  ['json', undefined, /"json"/],
  [undefined, undefined, /no Content-Type/],
  ['application/json; charset=iso-8859-1', undefined, /"iso-8859-1".*UTF-8/],
  ['application/json', 'gzip', /"gzip".*uncompressed/],
])('Content-Type %s with Content-Encoding %s is refused, and the message says what is read', (type, encoding, message) => {
  expect(checkMediaType(accepted, type, encoding)).toEqual({
    kind: 'unsupportedMediaType',
    message: expect.stringMatching(message),
  })
})

test('a long header is not repeated whole', () => {
  const problem = checkMediaType(accepted, `text/${'x'.repeat(5000)}`, undefined)
  expect(problem?.message.length).toBeLessThan(250)
})
