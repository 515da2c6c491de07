import { expect, test } from 'vitest'
import { suites } from '../../suites/index.ts'
import { areas, parts } from './index.ts'
import { writtenMatrix } from './kill-matrix.ts'

const cases = suites.flatMap((suite) => suite.cases)
const rows = (await Promise.all(parts.map(writtenMatrix))).flatMap((matrix) => Object.entries(matrix))
const mutants = parts.flatMap((part) => areas[part].flatMap((area) => area.mutants))

test('the matrix has a row for each mutant, and there are dozens of them, none named twice', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(mutants.map(({ name }) => name).toSorted())
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  expect(mutants.length).toBeGreaterThanOrEqual(65)
})

test('every mutant is found', () => {
  expect(rows.filter(([, { fails, refutes }]) => fails.length + refutes.length === 0).map(([name]) => name)).toEqual([])
})

test('every case finds a mutant', () => {
  const finding = new Set(rows.flatMap(([, { fails, refutes }]) => [...fails, ...refutes]))
  expect(cases.map(({ id }) => id).filter((id) => !finding.has(id))).toEqual([])
})

test('cases of stated facts fail and cases of assumptions refute', () => {
  const basisOf = new Map(cases.map(({ id, basis }) => [id, basis.kind]))
  for (const [name, { fails, refutes }] of rows) {
    expect(fails.filter((id) => basisOf.get(id) !== 'stated'), name).toEqual([])
    expect(refutes.filter((id) => basisOf.get(id) !== 'assumed'), name).toEqual([])
  }
})
