import { expect, test } from 'vitest'
import { answerText, parseAnswers } from './answer-text.ts'

test('answers are read in turn', () => {
  expect(parseAnswers('500, 404,reset,hang,redirect,slow,slow:8s,slow:250ms,200')).toEqual({
    ok: true,
    value: [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 404 },
      { kind: 'reset' },
      { kind: 'hang' },
      { kind: 'redirect' },
      { kind: 'slow', lastsMs: 15_000 },
      { kind: 'slow', lastsMs: 8000 },
      { kind: 'slow', lastsMs: 250 },
      { kind: 'status', status: 200 },
    ],
  })
})

test.each(['500,404,reset,hang,redirect,slow,slow:8s,slow:250ms', '200'])('"%s" is written as it is read', (text) => {
  const parsed = parseAnswers(text)
  expect(parsed.ok && parsed.value.map(answerText).join(',')).toBe(text)
})

test.each([
  ['', '/0', 'an answer is missing'],
  ['200,', '/1', 'an answer is missing'],
  ['100', '/0', '"100" is no answer'],
  ['600', '/0', '"600" is no answer'],
  ['20', '/0', '"20" is no answer'],
  ['200,ok', '/1', '"ok" is no answer'],
  ['slow:2h', '/0', '"slow:2h" is no answer'],
  ['slow:9999s', '/0', '"slow:9999s" is no answer'],
  ['RESET', '/0', '"RESET" is no answer'],
])('"%s" is refused at %s', (text, pointer, message) => {
  expect(parseAnswers(text)).toMatchObject({
    ok: false,
    problem: { kind: 'invalid', message, violations: [{ pointer, expected: expect.stringContaining('200 to 599') }] },
  })
})
