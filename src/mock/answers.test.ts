import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import type { UserMeaning } from '../core/index.ts'
import { createAnswers } from './answers.ts'
import { createLogging } from './logging/index.ts'

const { operations } = await loadContract()

function observed() {
  const lines: string[] = []
  const { logger } = createLogging({ destination: { write: (line) => lines.push(line) } })
  return { lines, answers: createAnswers(operations.whoami, logger) }
}

const ana: UserMeaning = { id: 7, login: 'ana', name: 'Ana Peña', email: 'ana@empresa.example', permissions: ['report:*'] }

test('an answer that keeps the contract is sent as its JSON', () => {
  const { answers, lines } = observed()
  const { status, headers, body, refusal } = answers.success(ana)
  expect({ status, refusal, user: JSON.parse(String(body)) }).toEqual({ status: 200, refusal: undefined, user: ana })
  expect(headers['content-length']).toBe(String(Buffer.byteLength(String(body))))
  expect(lines).toEqual([])
})

test('an answer that breaks the contract becomes an internal error, and the log says why', () => {
  const { answers, lines } = observed()
  // A service that is wrong about its own types, as only a bug can make it.
  const broken: UserMeaning = Object.assign({ ...ana }, { email: 5, permissions: 'everything' })
  const { status, body, refusal } = answers.success(broken)
  expect({ status, refusal }).toEqual({ status: 500, refusal: 'internal' })
  expect(JSON.parse(String(body))).toMatchObject({ code: 'internal_error', status: 500 })
  expect(String(body)).not.toMatch(/email|everything/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      operation: 'whoami',
      violations: expect.arrayContaining([expect.objectContaining({ pointer: '/body/email' })]),
    },
  ])
})

test('a frozen meaning is written once, any other every time', () => {
  const { answers } = observed()
  const frozen = Object.freeze({ ...ana })
  expect(answers.success(frozen)).toBe(answers.success(frozen))
  const open = { ...ana }
  const before = answers.success(open)
  open.name = 'Ana Peña Ruiz'
  expect(answers.success(open).body).not.toBe(before.body)
})

test('a refusal that the operation does not describe is not passed off as an answer of it', () => {
  const { answers, lines } = observed()
  expect(answers.refusal({ kind: 'tooLarge', message: 'too long' }).status).toBe(500)
  expect(lines.length).toBe(1)
})
