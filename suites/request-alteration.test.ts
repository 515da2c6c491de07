import { expect, test } from 'vitest'
import { alteredRequest, differenceOf } from './request-alteration.ts'

const request = (body: object) => ({ method: 'POST', url: 'http://service.example/api/reports', headers: {}, body: JSON.stringify(body) })

test('two bodies tell where a value stands, at any depth', () => {
  expect(differenceOf({ a: 1, b: [{ c: 2 }] }, { a: 1, b: [{ c: 3 }] })).toEqual(['b', '0', 'c'])
  expect(differenceOf({ a: 1 }, { a: 1 })).toBeUndefined()
})

test('another value takes its place, or none', () => {
  const [one, other] = [request({ id: 'x', paging: { page: 1 } }), request({ id: 'x', paging: { page: 2 } })]
  expect(alteredRequest(one, other, 'first')?.body).toBe('{"id":"x","paging":{"page":"first"}}')
  expect(alteredRequest(one, other, undefined)?.body).toBe('{"id":"x","paging":{}}')
})

test('requests that do not differ in a body have no place for it', () => {
  expect(alteredRequest(request({ id: 'x' }), request({ id: 'x' }), 1)).toBeUndefined()
})
