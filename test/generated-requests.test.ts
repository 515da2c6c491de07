import { Agent, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { loadContract } from '../src/contract/index.ts'
import type { Contract, Operation, WireAnswer } from '../src/contract/index.ts'
import type { JsonObject, OperationId } from '../src/core/index.ts'
import { isJsonObject } from '../src/core/index.ts'
import { startMock } from '../src/mock/index.ts'
import { loadCatalogue } from '../src/service/index.ts'
import { generateRequests, hugeRequests } from './generated-requests.ts'
import type { GeneratedRequest } from './generated-requests.ts'

const seed = Number(process.env.ENSAYO_SEED ?? 20261120)
const count = 10_000

interface Received {
  status: number
  headers: Record<string, string>
  body: Buffer
}

function send(url: string, agent: Agent, { method, target, headers, body }: GeneratedRequest): Promise<Received> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, agent, method, path: target, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(pairs), body: Buffer.concat(chunks) })
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** The answer as the contract sees it. */
function asAnswer({ status, headers, body }: Received): WireAnswer {
  const mediaType = headers['content-type']?.split(';')[0]
  const isJson = mediaType === 'application/json' || mediaType?.endsWith('+json') === true
  return { status, headers, mediaType, body: isJson ? JSON.parse(body.toString()) : body.toString() }
}

function operationFor(contract: Contract, { method, target }: GeneratedRequest): Pick<Operation<OperationId>, 'checkAnswer'> | undefined {
  return Object.values(contract.operations).find((operation) => operation.method === method && operation.path === target)
}

/** What is wrong with an answer: a 5xx, a refusal that has not the error shape, an answer outside the contract. */
function faultOf(contract: Contract, sent: GeneratedRequest, received: Received): string | undefined {
  if (received.status >= 500) return `status ${received.status}: ${received.body.toString().slice(0, 300)}`
  if (sent.method === 'HEAD' || received.status === 204) return undefined
  const answer = asAnswer(received)
  const operation = operationFor(contract, sent)
  if (operation === undefined && answer.status < 400) return undefined
  const violations = (operation ?? contract.operations.runReport).checkAnswer(answer)
  if (answer.status >= 400 && answer.mediaType !== 'application/problem+json') return `refused as ${answer.mediaType}`
  return violations.length === 0 ? undefined : JSON.stringify(violations)
}

async function faultsOf(requests: readonly GeneratedRequest[], url: string, contract: Contract): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const queue = requests.values()
  const worker = async () => {
    for (const sent of queue) {
      const described = () =>
        `${sent.kind} ${sent.method} ${sent.target} ${JSON.stringify(sent.headers['content-type'])} ${sent.body?.toString().slice(0, 400)}`
      try {
        const received = await send(url, agent, sent)
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
        const fault = faultOf(contract, sent, received)
        if (fault !== undefined) faults.push(`${described()} → ${fault}`)
      } catch (error) {
        faults.push(`${described()} → ${String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  agent.destroy()
  process.stdout.write(`seed ${seed}: ${[...statuses].sort().map(([status, times]) => `${times} × ${status}`).join(', ')}\n`)
  return faults
}

test(`${count} generated requests meet no 5xx and every refusal has the error shape (seed ${seed})`, { timeout: 240_000 }, async () => {
  const contract = await loadContract()
  const document: JsonObject = JSON.parse(JSON.stringify(contract.document))
  const mock = await startMock({})
  try {
    const key = mock.keys[0]?.key ?? ''
    const { reports, documents, sections } = await loadCatalogue()
    const known = {
      reports: [...reports.keys()],
      documents: [...documents.keys()],
      sections: Object.fromEntries([...sections].map(([id, { schema }]) => [id, schema])),
    }
    const faults = await faultsOf(generateRequests({ document, key, known, count, seed }), mock.url, contract)
    expect(faults.slice(0, 10)).toEqual([])
  } finally {
    await mock.close()
  }
})

test('bodies of 10 MB are refused as too large and the mock goes on', { timeout: 60_000 }, async () => {
  const contract = await loadContract()
  const document = contract.document
  if (!isJsonObject(document)) throw new Error('no document')
  const mock = await startMock({})
  try {
    const key = mock.keys[0]?.key ?? ''
    const agent = new Agent({ keepAlive: true })
    for (const huge of hugeRequests({ document, key, count: 10 })) {
      expect(asAnswer(await send(mock.url, agent, huge))).toMatchObject({ status: 413, body: { status: 413 } })
    }
    const after = await send(mock.url, agent, { kind: 'valid', method: 'GET', target: '/', headers: {}, body: undefined })
    expect(after.status).toBe(200)
    agent.destroy()
  } finally {
    await mock.close()
  }
})
