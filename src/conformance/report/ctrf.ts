/** The Common Test Report Format, which has dashboards and actions of its own (ctrf.io, schema 0.1). */
import type { JsonObject } from '../../core/index.ts'
import type { CaseReport, RunReport } from '../run-report.ts'
import { scoreAreas, tellingExchange } from './summary.ts'
import { basisText, cureOf, deviationOf, instantText, said } from './words.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'other'

/**
 * Indented, with a line end. `refuted`, `inconclusive` and excused deviations are `other`: none of the format's
 * words means them, and `rawStatus` has ours.
 */
export function ctrfReport(report: RunReport): string {
  return `${JSON.stringify(ctrf(report), undefined, 2)}\n`
}

function ctrf(report: RunReport): JsonObject {
  const { tool, cases, target } = report
  const start = Date.parse(report.startedAt)
  const duration = Math.round(report.durationMs)
  const areas = scoreAreas(report)
  const titles = new Map(areas.map(({ area, title }) => [area, title]))
  const count = (status: Status) => cases.filter((one) => statusOf(one) === status).length
  return {
    reportFormat: 'CTRF',
    specVersion: '0.1.0',
    timestamp: new Date(start + duration).toISOString(),
    generatedBy: `ensayo ${tool.version}`,
    results: {
      tool: { name: 'ensayo', version: tool.version },
      summary: {
        tests: cases.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: areas.length,
        start,
        stop: start + duration,
        duration,
      },
      tests: cases.map((one) => test(one, titles.get(one.area) ?? one.area)),
      environment: {
        reportName: `ensayo, ${instantText(report.startedAt)}`,
        appName: target.url,
        testEnvironment: target.kind,
        healthy: report.exitCode === 0,
        extra: { run: report.run, seed: report.seed, allowed: [...report.allowed] },
      },
      extra: {
        exitCode: report.exitCode,
        requests: report.requests,
        notices: [...report.notices],
        statements: report.statements.map(({ id, state, why }) => ({ id, state, why })),
      },
    },
  }
}

function test(one: CaseReport, suite: string): JsonObject {
  const { id, title, basis, result, durationMs, known } = one
  const [first] = one.exchanges
  const deviation = deviationOf(result)
  const curl = tellingExchange(one)?.curl ?? ''
  const cure = cureOf(result)
  return {
    name: `${id} ${title}`,
    status: statusOf(one),
    rawStatus: result.verdict,
    duration: Math.round(durationMs),
    ...(first === undefined ? {} : { start: Date.parse(first.at), stop: Date.parse(first.at) + Math.round(durationMs) }),
    suite: [suite],
    message: said(result),
    ...(result.verdict === 'suite-error' ? { trace: result.error } : {}),
    type: one.safety,
    tags: [basisText(basis)],
    extra: {
      case: id,
      area: one.area,
      basis: basis.kind,
      ...(deviation?.expected === undefined ? {} : { expected: deviation.expected }),
      ...(deviation?.found === undefined ? {} : { found: deviation.found }),
      ...(one.reason === undefined ? {} : { reason: one.reason }),
      ...(cure === undefined ? {} : { cure }),
      ...(curl === '' ? {} : { curl }),
      ...(known === undefined ? {} : { known: { ...known } }),
      notes: [...one.notes],
      repeat: one.repeat,
    },
  }
}

function statusOf({ result, known }: CaseReport): Status {
  switch (result.verdict) {
    case 'pass':
    case 'confirmed':
      return 'passed'
    case 'fail':
      return known === undefined ? 'failed' : 'other'
    case 'suite-error':
      return 'failed'
    case 'not-run':
      return 'skipped'
    case 'refuted':
    case 'inconclusive':
      return 'other'
  }
}
