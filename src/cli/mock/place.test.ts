import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const database = 'postgres://somebody:not-to-be-shown@db:5432/ensayo'

test('the state is in memory, in a folder or in a database, which the environment may name', () => {
  expect(placeOf({}, {})).toEqual({ workers: 1 })
  expect(placeOf({ data: 'state' }, { ENSAYO_DATABASE: database })).toEqual({ workers: 1, data: 'state' })
  expect(placeOf({ workers: 3, lease: '1m30s' }, { ENSAYO_DATABASE: database })).toEqual({ workers: 3, database, leaseMs: 90_000 })
})

test.each([
  [{ data: 'state', database }, 'two places for one state'],
  [{ data: '' }, 'the path of a folder'],
  [{ database: 'mysql://somebody:not-to-be-shown@db' }, 'postgres://'],
  [{ workers: 2 }, '--workers needs --database'],
  [{ workers: 0, database }, 'from 1 to'],
  [{ workers: 1.5, database }, 'from 1 to'],
  [{ workers: Number.NaN, database }, 'from 1 to 256'],
  [{ lease: '30s' }, '--lease needs --database'],
  [{ lease: '10', database }, '--lease takes'],
  [{ lease: '10ms', database }, '--lease takes'],
])('%j is refused, and no password is repeated', (args, said) => {
  let message = ''
  try {
    placeOf(args, {})
  } catch (error) {
    message = String(error)
  }
  expect(message).toContain(said)
  expect(message).not.toContain('not-to-be-shown')
})
