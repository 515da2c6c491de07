import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

function present(recent: { get(key: string): unknown }, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `k${index}`).filter(key => recent.get(key) !== undefined)
}

test('holds no more entries than it may, and at least the newest half', () => {
  const recent = createRecent<number>({ entries: 10 })
  for (let index = 0; index < 100; index += 1) recent.set(`k${index}`, index)
  const kept = present(recent, 100)
  expect(kept.length).toBeLessThanOrEqual(10)
  expect(kept.slice(-5)).toEqual(['k95', 'k96', 'k97', 'k98', 'k99'])
})

test('what is used stays, what is not used goes', () => {
  const recent = createRecent<number>({ entries: 10 })
  recent.set('used', 1)
  recent.set('unused', 2)
  for (let index = 0; index < 100; index += 1) {
    recent.set(`k${index}`, index)
    expect(recent.get('used')).toBe(1)
  }
  expect(recent.get('unused')).toBeUndefined()
})

test('the weights together stay within the limit, and what is too heavy is not kept', () => {
  const recent = createRecent<number>({ entries: 1000, weight: 100, weigh: value => value })
  for (let index = 0; index < 50; index += 1) recent.set(`k${index}`, 9)
  expect(present(recent, 50).length * 9).toBeLessThanOrEqual(100)
  recent.set('heavy', 101)
  expect(recent.get('heavy')).toBeUndefined()
})

test('a value that is set again replaces the former, also by one that is too heavy', () => {
  const recent = createRecent<number>({ entries: 10, weight: 100, weigh: value => value })
  recent.set('k0', 1)
  recent.set('k0', 2)
  expect(recent.get('k0')).toBe(2)
  recent.set('k0', 101)
  expect(recent.get('k0')).toBeUndefined()
})
