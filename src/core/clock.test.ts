import { expect, test } from 'vitest'
import { instantOn, isInstant, movedTo } from './clock.ts'
import type { ClockState } from './clock.ts'

const states: ClockState[] = [{ kind: 'real' }, { kind: 'offset', by: -500 }, { kind: 'frozen', at: 42 }]

test('a clock goes with the machine, apart from it, or stands', () => {
  expect(states.map(state => instantOn(state, 1000))).toEqual([1000, 500, 42])
  expect(states.map(state => instantOn(state, 1001))).toEqual([1001, 501, 42])
})

test('a clock that is moved shows that instant and goes on as before', () => {
  const moved = states.map(state => movedTo(state, 9000, 1000))
  expect(moved.map(state => instantOn(state, 1000))).toEqual([9000, 9000, 9000])
  expect(moved.map(state => instantOn(state, 1001))).toEqual([9001, 9001, 9000])
})

test('an instant is a whole number of milliseconds in the years 0001 to 9999', () => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]
  expect([0, -1, first, last].map(isInstant)).toEqual(Array(4).fill(true))
  expect([0.5, first - 1, last + 1, Number.NaN, Infinity, '0', null].map(isInstant)).toEqual(Array(7).fill(false))
})
