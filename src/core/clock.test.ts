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

test('an instant is a whole number of milliseconds that a date can hold', () => {
  expect([0, -1, 8.64e15].map(isInstant)).toEqual([true, true, true])
  expect([0.5, 8.65e15, Number.NaN, Infinity, '0', null].map(isInstant)).toEqual(Array(6).fill(false))
})
