import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { isJsonObject } from '../../core/index.ts'
import { eventLine, eventLines, githubAnnotations, headlineOf, reportText, scoreAreas, stepSummary } from './index.ts'
import { hostile, toyRun } from './testing/toy-run.ts'

const { report, events } = await toyRun()
const baseline = [{ case: 'PING-FAIL', owner: 'web', reason: 'later', expires: '2027-01-01', place: 'b:1:1' }]
const excused = (await toyRun({ baseline })).report

function json(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new Error('no object')
  return value
}

// Every character that XML 1.0 allows, section 2.2.
const xmlText = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

test('JUnit: well-formed XML with the figures and elements that Jenkins and GitLab read', () => {
  const text = reportText(excused, 'junit')
  expect(text).toMatch(xmlText)
  expect(XMLValidator.validate(text)).toBe(true)
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name) })
  const { testsuites } = parser.parse(text)
  expect(testsuites).toMatchObject({ tests: '9', failures: '1', errors: '1', skipped: '4', time: '1.234' })
  const [ping, reports] = testsuites.testsuite
  expect(ping).toMatchObject({ name: 'Ping', tests: '3', failures: '1', errors: '0', skipped: '1', timestamp: '2026-11-20T12:00:00' })
  expect(reports).toMatchObject({ name: 'Reports & <more>', tests: '6', failures: '0', errors: '1', skipped: '3' })

  const [pass, known, fail] = ping.testcase
  expect(pass).toMatchObject({ classname: 'ensayo.ping', name: 'PING-PASS The law of PING-PASS holds', 'system-out': expect.stringContaining('It was answered') })
  expect(known.skipped.message).toContain('Known until 2027-01-01 (web: later): broken:')
  expect(fail.failure).toMatchObject({ message: 'broken as well', type: 'fail' })
  expect(fail.failure['#text']).toContain('again: ensayo conform --target')

  const [confirmed, refuted, open, , notRun, error] = reports.testcase
  expect(Object.keys(confirmed)).not.toContain('skipped')
  expect(refuted['system-out']).toContain("Refuted, which is nobody's fault: it is otherwise here")
  expect(refuted.properties.property).toContainEqual({ name: 'verdict', value: 'refuted' })
  expect(Object.keys(refuted)).not.toContain('failure')
  expect(open.skipped.message).toBe('inconclusive: unclear: $ENSAYO_KEY. Add a sample.')
  expect(notRun.skipped.message).toContain('--allow write')
  expect(error.error['#text']).toContain('the suite stumbled')
})

test('JUnit: what a service says does not leave its element', () => {
  const text = reportText(report, 'junit')
  const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text)
  expect(testsuites.testsuite[0].testcase[1].failure.message).toContain("</script><script>globalThis.pwned = true</script>")
  expect(text).toContain('\\u001b[31m')
})

test('CTRF: the properties that its schema requires, and no others where it allows none', () => {
  const document = json(reportText(excused, 'ctrf'))
  expect(document).toMatchObject({ reportFormat: 'CTRF', specVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(Object.keys(document)).toEqual(['reportFormat', 'specVersion', 'timestamp', 'generatedBy', 'results'])
  const { results } = JSON.parse(reportText(excused, 'ctrf'))
  expect(Object.keys(results)).toEqual(['tool', 'summary', 'tests', 'environment', 'extra'])
  expect(results.summary).toEqual({
    tests: 9,
    passed: 2,
    failed: 2,
    skipped: 1,
    pending: 0,
    other: 4,
    suites: 2,
    start: Date.UTC(2026, 10, 20, 12),
    stop: Date.UTC(2026, 10, 20, 12) + 1234,
    duration: 1234,
  })
  const allowed = ['name', 'status', 'rawStatus', 'duration', 'start', 'stop', 'suite', 'message', 'trace', 'type', 'tags', 'extra']
  for (const one of results.tests) {
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(one)))
    expect(['passed', 'failed', 'skipped', 'pending', 'other']).toContain(one.status)
    expect(one.name.length).toBeGreaterThan(0)
    for (const figure of ['duration', 'start', 'stop']) if (figure in one) expect(Number.isInteger(one[figure])).toBe(true)
  }
  expect(results.tests.map(({ status }: { status: string }) => status)).toEqual([
    'passed', 'other', 'failed', 'passed', 'other', 'other', 'other', 'skipped', 'failed',
  ])
})

test('HAR: a page per case that sent something, and an entry per exchange with what HAR 1.2 requires', () => {
  const { log } = JSON.parse(reportText(report, 'har'))
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'ensayo', version: '1.2.3' } })
  expect(log.pages.map(({ id }: { id: string }) => id)).toEqual(['PING-PASS', 'PING-FAIL', 'REP-CONFIRMED'])
  expect(log.entries).toHaveLength(3)
  for (const entry of log.entries) {
    expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false)
    expect(log.pages.some(({ id }: { id: string }) => id === entry.pageref)).toBe(true)
    expect(Object.keys(entry.request)).toEqual(
      expect.arrayContaining(['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize']),
    )
    expect(Object.keys(entry.response)).toEqual(
      expect.arrayContaining(['status', 'statusText', 'httpVersion', 'cookies', 'headers', 'content', 'redirectURL', 'headersSize', 'bodySize']),
    )
    expect(entry.cache).toEqual({})
    expect(entry.timings).toEqual({ send: 0, wait: entry.time, receive: 0 })
  }
  expect(log.entries[1]).toMatchObject({
    request: { method: 'GET', queryString: [{ name: 'key', value: '$ENSAYO_KEY' }] },
    response: { status: 200, statusText: 'OK', content: { mimeType: 'text/html' } },
    comment: 'PING-FAIL: fail',
  })
})

test('HAR: a request that was not answered, bytes, and a notification', () => {
  const [first, ...others] = report.cases
  if (first === undefined) throw new Error('there is a case')
  const request = { method: 'POST', url: '/hook?x=1', headers: { 'content-type': 'application/json' }, body: { text: '{}', encoding: 'text' as const, bytes: 2, cut: false } }
  const [sent] = first.exchanges
  if (sent === undefined) throw new Error('there is an exchange')
  const pdf = { status: 200, headers: {}, body: { text: 'JVBERg==', encoding: 'base64' as const, bytes: 4, cut: false } }
  const notifications = [{ at: '2026-11-20T12:00:00.000Z', request, failure: 'leftOpen', durationMs: 3, curl: '' }]
  const changed = { ...report, cases: [{ ...first, exchanges: [{ ...sent, answer: pdf }], notifications }, ...others] }
  const { log } = JSON.parse(reportText(changed, 'har'))
  expect(log.entries[0]).toMatchObject({
    _kind: 'notification',
    _error: 'leftOpen',
    request: { url: 'http://receiver.invalid/hook?x=1', postData: { mimeType: 'application/json', text: '{}' } },
    response: { status: 0 },
  })
  expect(log.entries[1].response.content).toEqual({ size: 4, mimeType: 'x-unknown', text: 'JVBERg==', encoding: 'base64' })
})

test('NDJSON: an event a line, while it happens and afterwards', () => {
  const live = events.map(eventLine).join('').trimEnd().split('\n').map(json)
  expect(live.filter(({ type }) => type === 'caseEnded')).toHaveLength(9)
  const lines = eventLines(report).trimEnd().split('\n').map(json)
  expect(lines.map(({ type }) => type)).toEqual(['runStarted', ...Array(9).fill('caseEnded'), 'runEnded'])
  expect(lines.at(-1)).toMatchObject({ report: { exitCode: 1, cases: expect.arrayContaining([expect.objectContaining({ id: 'PING-FAIL', exchanges: [] })]) } })
})

test('GitHub: a command a line, none of them the service’s own', () => {
  const lines = githubAnnotations(excused).trimEnd().split('\n')
  expect(lines.map((line) => /^::(\w+) title=([^:,]*)::/.exec(line)?.slice(1))).toEqual([
    ['error', 'PING-ALSO-FAIL%3A The law of PING-ALSO-FAIL holds'],
    ['error', 'REP-ERROR%3A The law of REP-ERROR holds'],
    ['warning', '2 cases could not be judged'],
    ['notice', 'PING-FAIL%3A known until 2027-01-01'],
  ])
  expect(lines[3]).toContain('broken: </script>')
  expect(lines[3]).toContain('%250A::error::x')
  expect(githubAnnotations({ ...report, cases: [], notices: [] })).toBe('')
})

test('GitHub: ten of a kind are shown for a step, so the last one names the rest', () => {
  const failing = report.cases.filter(({ id }) => id === 'PING-ALSO-FAIL')
  const many = { ...report, cases: Array.from({ length: 14 }, () => failing).flat() }
  const lines = githubAnnotations(many).trimEnd().split('\n')
  expect(lines).toHaveLength(10)
  expect(lines[9]).toMatch(/^::error title=5 more::PING-ALSO-FAIL: /)
})

test('the step summary is Markdown in which nothing of the service is markup', () => {
  const text = stepSummary(report)
  expect(text).toMatch(/^## ❌ Does not conform: /)
  expect(text).toContain('**PING-FAIL** The law of PING-FAIL holds (stated: PING-2, PING-3)')
  expect(text).not.toMatch(/<script|<img|\u001b/)
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  expect(rows.length).toBeGreaterThan(59)
  for (const row of rows) expect(row.split('|')).toHaveLength(6)
})

test('JSON: the report itself', () => {
  expect(JSON.parse(reportText(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)))
})

test('areas are scored by what was judged, and say what was not', () => {
  expect(scoreAreas(report)).toMatchObject([
    { area: 'ping', score: 33, duties: { held: 1, judged: 3 }, others: { held: 0, judged: 0 }, unjudged: 0 },
    { area: 'reports', title: 'Reports & <more>', duties: { held: 0, judged: 0 }, others: { held: 1, judged: 2 }, unjudged: 4 },
  ])
  expect(scoreAreas(report)[1]?.score).toBeUndefined()
})

test('a run says in a sentence what it comes to', async () => {
  expect(headlineOf(report)).toEqual({ tone: 'bad', title: 'Does not conform', sentence: '2 laws of 3 judged are broken.' })
  expect(headlineOf(excused).sentence).toBe('1 law of 3 judged is broken, and 1 known deviation.')
  const only = async (...ids: string[]) => headlineOf((await toyRun({ only: ids })).report)
  expect(await only('PING-PASS')).toEqual({ tone: 'good', title: 'Conforms', sentence: 'Every law that was judged holds: 1.' })
  expect(await only('REP-CONFIRMED')).toMatchObject({ tone: 'good', sentence: '1 assumption held; nothing stated was judged.' })
  expect(await only('REP-OPEN')).toEqual({ tone: 'unclear', title: 'Not judged', sentence: 'Nothing could be proven in 9 cases.' })
  expect(await only('REP-ERROR')).toMatchObject({ tone: 'unclear', sentence: 'This program itself failed in 1 case.' })
})

test('the hostile text is hostile', () => {
  expect(hostile).not.toMatch(xmlText)
})
