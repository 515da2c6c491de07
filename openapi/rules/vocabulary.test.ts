import { expect, test } from 'vitest'
import { roleNames } from '../../src/contract/roles.ts'
import type { ProblemKind } from '../../src/core/index.ts'
import { responseRoles, valueRoles } from './vocabulary.ts'

test('the linter knows exactly the roles that the wire knows', () => {
  expect([...valueRoles].sort()).toEqual([...roleNames].sort())
})

test('each kind of refusal has a response role', () => {
  const kinds: Record<ProblemKind, true> = {
    malformed: true,
    invalid: true,
    unauthenticated: true,
    forbidden: true,
    notFound: true,
    methodNotAllowed: true,
    unsupportedMediaType: true,
    tooLarge: true,
    rateLimited: true,
    unavailable: true,
    internal: true,
  }
  expect([...responseRoles].sort()).toEqual(Object.keys(kinds).map((kind) => `error.${kind}`).sort())
})
