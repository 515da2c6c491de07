import { expect, test } from 'vitest'
import { judgeToken } from './token.ts'

test.each([
  [['Bearer s3cret'], 'right'],
  [['bearer s3cret'], 'right'],
  [['BEARER  s3cret'], 'right'],
  [[], 'missing'],
  [['Bearer s3creT'], 'wrong'],
  [['Bearer s3cre'], 'wrong'],
  [['Bearer s3crett'], 'wrong'],
  [['Bearer s3cret x'], 'wrong'],
  [['Bearer '], 'wrong'],
  [['Bearer'], 'wrong'],
  [['s3cret'], 'wrong'],
  [['Basic s3cret'], 'wrong'],
  [['Bearer s3cret', 'Bearer s3cret'], 'wrong'],
] as const)('where s3cret is expected, %j is %s', (credentials, verdict) => {
  expect(judgeToken(credentials, 's3cret')).toBe(verdict)
})

test('where none is expected, one that comes is told', () => {
  expect(judgeToken([], undefined)).toBe('none')
  expect(judgeToken(['Bearer x'], undefined)).toBe('notExpected')
})
