import { expect, test } from 'vitest'
import { startMock } from '../../mock/index.ts'
import { assembleReport } from '../assemble-report.ts'
import type { Suite } from '../case.ts'
import { diffMarkdown, diffRuns, diffText } from '../diff/index.ts'
import { loadContract } from '../../contract/index.ts'
import { createMockTarget } from '../mock/mock-target.ts'
import { runCases } from '../run.ts'
import { eventLine, reportFormats, reportText, terminalReport } from './index.ts'
import { toyKeys, toyRun } from './testing/toy-run.ts'

/** The ways in which a key can be written in a report. */
function spellings(key: string): string[] {
  return [key, encodeURIComponent(key), Buffer.from(key).toString('base64')]
}

/** Each as `secret: where it stands`. */
function leaks(texts: readonly string[], secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) =>
    texts.flatMap((text) => {
      const at = text.indexOf(secret)
      return at < 0 ? [] : [`${secret}: ${text.slice(Math.max(0, at - 200), at + 200)}`]
    }),
  )
}

test('a service that echoes keys everywhere brings none of them into any report', async () => {
  const { report, events } = await toyRun()
  const texts = [
    ...reportFormats.map((format) => reportText(report, format)),
    terminalReport(report, { paint: (_, text) => text, width: 200 }),
    ...events.map(eventLine),
    diffText(diffRuns(report, report), { paint: (_, text) => text }),
    diffMarkdown(diffRuns(report, report)),
  ]
  // The key is talked about: what follows could fail.
  expect(texts[0]).toContain('$ENSAYO_KEY')
  expect(leaks(texts, [...Object.values(toyKeys).flatMap(spellings), 'abcdefghij', 'user:password'])).toEqual([])
})

test('a run against the mock, whose cases quote keys and a webhook token, brings none of them into any report', async () => {
  const contract = await loadContract()
  const mock = await startMock({ contract })
  const used: string[] = ['a-webhook-token-of-the-test']
  const suites: Suite[] = [{
    area: 'keys',
    title: 'Keys',
    cases: [
      {
        id: 'KEYS-QUOTED',
        title: 'A case that quotes its key',
        basis: { kind: 'stated', statements: ['AUTH-1'] },
        safety: 'webhook',
        needs: ['fullKey', 'console'],
        evidence: '',
        async run(context) {
          used.push(context.key(), context.key('limited'))
          context.given(await context.client().whoami(), 'whoami')
          const listening = await context.listen({ section: 'entities', on: ['created'], token: 'a-webhook-token-of-the-test' })
          const created = context.given(
            await context.client().createRecord('entities', { name: `Ensayo ${context.key()}` }),
            'a record',
          )
          context.check(created.recordId !== undefined, 'no record')
          const [notification] = await listening.quiet()
          return context.broken({
            message: `key ${context.key()} and ${context.key('limited')}`,
            found: JSON.stringify({ ...notification?.headers, token: 'a-webhook-token-of-the-test' }),
          })
        },
      },
    ],
  }]
  const target = createMockTarget({
    baseUrl: mock.url,
    contract,
    samples: { taxIds: { valid: [], invalid: [] }, vatIds: { valid: [], invalid: [] } },
    users: { full: 'lucia.ferrer', limited: 'elena.castano' },
    name: 'secrets',
  })
  const completed = await runCases({
    target,
    suites,
    allowed: new Set(['webhook']),
    seed: 1,
    run: 'ens-s',
    timeoutMs: 5000,
    concurrency: 1,
    post: { patienceMs: 200 },
    repeat: (id) => id,
  })
  await mock.close()
  const report = assembleReport({
    completed,
    subject: 'service',
    version: '1',
    run: 'ens-s',
    seed: 1,
    startedAt: new Date(),
    durationMs: 1,
    target: { kind: 'mock', url: mock.url },
    contract,
    allowed: ['webhook'],
    areas: suites,
  })
  expect(used).toHaveLength(3)
  expect(report.cases[0]).toMatchObject({ result: { verdict: 'fail' }, notifications: [{ request: { method: 'POST' } }] })
  expect(leaks(reportFormats.map((format) => reportText(report, format)), used.flatMap(spellings))).toEqual([])
  expect(reportText(report, 'json')).toContain('$ENSAYO_LIMITED_KEY')
})
