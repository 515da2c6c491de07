import { expect, test } from 'vitest'
import { otherSpellings } from './path-spellings.ts'

test('a path is spelled in several ways, as the documentation does among them', () => {
  expect(otherSpellings('/api/reports', '/api/reports').map(({ target }) => target)).toEqual([
    '/API/REPORTS',
    '/API/Reports',
    '/aPi/rEpOrTs',
  ])
})

test('what fills a parameter keeps its case, and so does the query', () => {
  const targets = otherSpellings('/api/tools/vies/ESb07?Name=x', '/api/tools/vies/{number}').map(({ target }) => target)
  expect(targets).toEqual(['/API/TOOLS/VIES/ESb07?Name=x', '/API/Tools/Vies/ESb07?Name=x', '/aPi/tOoLs/vIeS/ESb07?Name=x'])
})

test('a path without letters has no other spelling', () => {
  expect(otherSpellings('/', '/')).toEqual([])
})
