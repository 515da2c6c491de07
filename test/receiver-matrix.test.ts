/**
 * The proof of the receiver's checks: sound receivers pass them all, and each receiver with one defect is failed by
 * exactly the checks that `receivers/kill-matrix.json` names. `UPDATE_MATRIX=1` writes the file anew.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import type { Mock } from '../src/mock/index.ts'
import { receiverAreas } from '../suites/receiver/index.ts'
import { defectNames } from './receivers/defects.ts'
import { startExpressReceiver } from './receivers/good-express.ts'
import { startFastifyReceiver } from './receivers/good-fastify.ts'
import { judgeReceiver } from './receivers/judge.ts'
import type { JudgeOptions } from './receivers/judge.ts'
import { nullAnswers, startNullReceiver } from './receivers/null-receivers.ts'
import type { NullAnswer } from './receivers/null-receivers.ts'
import { expectedOf, halves, idsOf, judgeDefects, longest, readMatrix } from './receivers/matrix.ts'
import { startReceiverUnderTest } from './receivers/recipe.ts'

const contract = await loadContract()
const ids = receiverAreas.flatMap(({ checks }) => checks.map(({ id }) => id))
const ofTls = ids.filter((id) => id.startsWith('RCV-HTTP-TLS-'))

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ contract })
})
afterAll(() => mock.close())

const judge = (name: string, start: JudgeOptions['start'], options: Partial<JudgeOptions> = {}) =>
  judgeReceiver({ contract, apiUrl: mock.url, name, start, ...options })

const stacks: Record<string, JudgeOptions['start']> = {
  'node:http': (settings) => startReceiverUnderTest(undefined, settings),
  Fastify: startFastifyReceiver,
  Express: startExpressReceiver,
}

test.concurrent.each(Object.entries(stacks))('a sound receiver on %s passes everything', async (name, start) => {
  const cases = await judge(name, start)
  expect(cases.filter(({ result }) => !['pass', 'confirmed', 'inconclusive'].includes(result.verdict))).toEqual([])
  expect(idsOf(cases, ['inconclusive'])).toEqual(ofTls)
  expect(cases.map(({ id }) => id)).toEqual(ids)
}, longest)

test.concurrent('a sound receiver that expects no token is judged on all else', async () => {
  const cases = await judge('no token', (settings) => startReceiverUnderTest(undefined, settings), { token: false })
  expect(cases.filter(({ result }) => !['pass', 'confirmed', 'inconclusive'].includes(result.verdict))).toEqual([])
  const unjudged = idsOf(cases, ['inconclusive']).filter((id) => !ofTls.includes(id))
  expect(unjudged.every((id) => id.startsWith('RCV-AUTH-'))).toBe(true)
  expect(idsOf(cases, ['pass'])).toContain('RCV-AUTH-UNASKED')
}, longest)

test.concurrent('each of the first half of the defects is seen by exactly the checks that the matrix names', async () => {
  const seen = await judgeDefects({ names: halves[0], contract, apiUrl: mock.url })
  expect(seen).toEqual(await expectedOf(seen))
}, longest)

test.concurrent.each(Object.keys(nullAnswers).filter((name): name is NullAnswer => name in nullAnswers))(
  'a receiver that %s passes nothing that is judged between two controls',
  async (name) => {
    const silent = name === 'never answers'
    const cases = await judge(name, async () => {
      const { url, stateUrl, close } = await startNullReceiver(name)
      const nothing = async () => {}
      return { url, stateUrl, close, fail: nothing, recover: nothing, restart: nothing }
    }, silent ? { timeoutMs: 100 } : {})
    const passed = idsOf(cases, ['pass', 'confirmed'])
    if (name === 'always 200') {
      expect(passed.filter((id) => refusals.test(id))).toEqual([])
      expect(idsOf(cases, ['fail', 'refuted']).length).toBeGreaterThan(15)
    } else {
      expect(passed).toEqual([])
      expect(idsOf(cases, ['fail'])).toContain('RCV-ACCEPTS')
    }
  },
  longest,
)

/** What a receiver that accepts everything must not pass. */
const refusals = /^RCV-(AUTH-(?!SCHEME-CASE|UNASKED|ROTATION)|PAYLOAD-(TRUNCATED|EMPTY|MALFORMED|LIMIT|INTACT)|HTTP-(TYPE|METHODS)$)/

test('each check sees a defect, and each defect is seen', async () => {
  const matrix = await readMatrix()
  expect(Object.keys(matrix).sort()).toEqual([...defectNames].sort())
  expect(Object.entries(matrix).filter(([, killers]) => killers.length === 0)).toEqual([])
  const killers = new Set(Object.values(matrix).flat())
  expect(ids.filter((id) => !killers.has(id) && !ofTls.includes(id))).toEqual([])
})
