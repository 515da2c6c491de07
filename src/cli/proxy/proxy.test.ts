import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../../contract/index.ts'
import { startMock } from '../../mock/index.ts'
import type { Mock } from '../../mock/index.ts'
import { disagreements } from './agreement.ts'
import { knownRequest } from './known-request.ts'
import { readFindings } from './prism-findings.ts'
import { createSecondJudge } from './second-judge.ts'
import type { SecondJudge, SeenByPrism } from './second-judge.ts'

const contract = await loadContract()
let mock: Mock
let judge: SecondJudge
let baseUrl: string
let isWrong = false
const received: string[] = []

/** In front of the mock, so that answers can be made wrong and one sees what arrives. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  received.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`)
  const { authorization = '', 'content-type': type = '' } = request.headers
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  const answer = await fetch(mock.url + (request.url ?? ''), { method: request.method ?? 'GET', headers: { authorization, 'content-type': type }, body })
  const content = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(isWrong ? '{"id":"not a number"}' : content)
})

beforeAll(async () => {
  mock = await startMock()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  judge = await createSecondJudge({ contract, baseUrl })
}, 60_000)
afterAll(async () => {
  await judge.close()
  server.close()
  await mock.close(0)
})

async function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<{ seen: SeenByPrism; differing: unknown[] }> {
  const authorization = `Bearer ${mock.keys[0]?.key ?? ''}`
  const request = {
    method,
    url: baseUrl + path,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  }
  const seen = await judge.exchange(request, AbortSignal.timeout(20_000))
  return { seen, differing: disagreements(request, seen) }
}

test('a sound exchange keeps the contract in both eyes, and the target gets the path as it was written', async () => {
  const { seen, differing } = await ask('GET', '/API/WhoAmI')
  expect(seen).toMatchObject({ answer: { status: 200 }, known: { path: '/api/whoami' }, findings: [] })
  expect(differing).toEqual([])
  expect(received.at(-1)).toContain('GET /API/WhoAmI')
})

test('a broken request is found by both, and reaches the target as it is', async () => {
  const body = '{"reportId":"customers",  "page":"two"}'
  const { seen, differing } = await ask('POST', '/api/reports', body)
  expect(seen.findings).toMatchObject([{ side: 'request', isViolation: true, place: 'body.page' }])
  expect(differing).toEqual([])
  expect(received.at(-1)).toBe(`POST /api/reports ${body}`)
})

test('a PDF comes through byte by byte', async () => {
  const { seen } = await ask('POST', '/api/dynamicdocuments', '{"documentId":"invoice","parameters":{"invoice_id":1},"format":"pdf"}')
  expect(new TextDecoder('latin1').decode(seen.answer.body.subarray(0, 5))).toBe('%PDF-')
  expect(new TextDecoder('latin1').decode(seen.answer.body.subarray(-8))).toContain('EOF')
})

test('a wrong answer is found by both', async () => {
  isWrong = true
  const { seen, differing } = await ask('GET', '/api/whoami')
  isWrong = false
  expect(seen.findings?.some(({ side, isViolation }) => side === 'answer' && isViolation)).toBe(true)
  expect(differing).toEqual([])
})

test.each([
  ['malformed JSON', 'POST', '/api/reports', '{"reportId":'],
  ['a path that the contract does not have', 'GET', '/api/nowhere', undefined],
])('%s goes past Prism to the target', async (_what, method, path, body) => {
  const { seen, differing } = await ask(method, path, body)
  expect(seen.findings).toBeUndefined()
  expect(seen.answer.status).toBeGreaterThanOrEqual(400)
  expect(differing).toEqual([])
})

test('where only one of the two finds fault, that is a difference, with who says it', async () => {
  const request = { method: 'GET', url: `${baseUrl}/api/whoami`, headers: { authorization: 'Bearer x' } }
  const known = knownRequest(contract, baseUrl, request)
  const { seen } = await ask('GET', '/api/whoami')
  const accused = { side: 'answer', isViolation: true, place: 'body', message: 'is odd' } as const
  expect(disagreements(request, { ...seen, known, findings: [accused] })).toEqual([
    { operation: 'whoami', side: 'answer', accuser: 'Prism', message: 'body is odd' },
  ])
  const wrong = { ...seen.answer, body: new TextEncoder().encode('[]') }
  expect(disagreements(request, { answer: wrong, known, findings: [] })).toMatchObject([{ side: 'answer', accuser: 'ensayo' }])
})

test('findings are read from a header that was cut', () => {
  const entry = (at: number) => ({ location: ['response', 'body', String(at)], severity: 'Error', code: 'type', message: 'must be integer' })
  const cut = `Too many violations! ${JSON.stringify([entry(0), entry(1), entry(2)]).slice(0, -20)}`
  const told = { status: 200, headers: { 'sl-violations': cut, 'content-type': 'application/json' }, body: new Uint8Array() }
  expect(readFindings(told, true)).toMatchObject([{ place: 'body.0' }, { place: 'body.1' }])
})
