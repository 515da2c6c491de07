/** A real run of toy cases against a toy service, which has every verdict and is as hostile as an answer can be. */
import { createServer } from 'node:http'
import { loadContract, readStatements } from '../../../contract/index.ts'
import { assembleReport } from '../../assemble-report.ts'
import type { AssembleOptions } from '../../assemble-report.ts'
import type { Case, CaseContext, Suite } from '../../case.ts'
import { runCases } from '../../run.ts'
import type { RunEvent, RunReport } from '../../run-report.ts'
import type { Target } from '../../target.ts'
import type { Basis } from '../../verdict.ts'

export const toyKeys = { full: 'toy-key-full-4711-secret', limited: 'toy-key-limited-0815-secret' }

/** Ends scripts, comments, attributes, commands, tables and lines; moves cursors; is no XML. */
export const hostile =
  '</script><script>globalThis.pwned = true</script><img src=x onerror="globalThis.pwned = true"> ]]> --> \' " & %0A::error::x | ` \u001b[31m \u0000 \u202e \ud800 \uffff'

function toyCase(id: string, basis: Case['basis'], run: Case['run'], rest: Partial<Case> = {}): Case {
  return { id, title: `The law of ${id} holds`, basis, safety: 'read', needs: [], evidence: 'What it saw.', run, ...rest }
}

const stated = (...statements: string[]): Extract<Basis, { kind: 'stated' }> => ({ kind: 'stated', statements })

async function echo(context: CaseContext, path = 'echo'): Promise<string> {
  const url = `${context.baseUrl}/${path}?key=${encodeURIComponent(context.key())}`
  const headers = { authorization: `Bearer ${context.key()}`, 'content-type': 'text/plain' }
  const answer = await context.send({ method: 'GET', url, headers })
  return new TextDecoder().decode(answer.body)
}

/** One case of every verdict, and then some. */
export const toySuites: readonly Suite[] = [
  {
    area: 'ping',
    title: 'Ping',
    cases: [
      toyCase('PING-PASS', stated('PING-1'), async (context) => `It was answered: ${await echo(context)}`),
      toyCase('PING-FAIL', stated('PING-2', 'PING-3'), async (context) => {
        const found = await echo(context)
        context.note(`a note with the key ${context.key()}`)
        return context.broken({ message: `broken: ${hostile}`, expected: 'peace', found, cure: 'Send `peace`. Then look again.' })
      }),
      toyCase('PING-ALSO-FAIL', stated('AUTH-1'), async (context) => context.broken('broken as well')),
    ],
  },
  {
    area: 'reports',
    title: 'Reports & <more>',
    cases: [
      toyCase('REP-CONFIRMED', { kind: 'assumed', gap: 'GAP-PAGING' }, async (context) => `It is so: ${(await echo(context, 'bytes')).length}`),
      toyCase('REP-REFUTED', { kind: 'assumed', gap: 'GAP-ERRORS' }, async (context) => context.broken({ message: 'it is otherwise here', found: context.key() })),
      toyCase('REP-OPEN', stated('REP-1'), async (context) => context.unjudged(`unclear: ${context.key()}`, 'Add a sample.')),
      toyCase('REP-LACKING', stated('REP-2'), async () => 'never', { needs: ['document'] }),
      toyCase('REP-NOT-RUN', stated('REP-3'), async () => 'never', { safety: 'write' }),
      toyCase('REP-ERROR', stated('REP-4'), async (context) => {
        throw new Error(`the suite stumbled over ${context.key('limited')}`)
      }),
    ],
  },
]

export interface ToyRun {
  report: RunReport
  events: readonly RunEvent[]
}

export interface ToyOptions extends Partial<AssembleOptions> {
  /** Ids; all unless given. */
  only?: readonly string[]
  suites?: readonly Suite[]
}

export async function toyRun({ only, suites = toySuites, ...rest }: ToyOptions = {}): Promise<ToyRun> {
  const server = createServer((request, response) => {
    const { authorization = '', host = '' } = request.headers
    // A zero byte makes it bytes rather than text.
    const shown = request.url?.startsWith('/bytes') === true ? hostile : hostile.replace('\0', '')
    const body = `${shown} ${authorization} ${request.url} ${host} ${Buffer.from(authorization.replace('Bearer ', '')).toString('base64')}`
    response.writeHead(200, { 'content-type': 'text/html', 'x-echo': authorization, 'set-cookie': 'session=abcdefghij' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the toy service has no port')
  const { port } = address
  const url = `http://127.0.0.1:${port}`
  try {
    const contract = await loadContract()
    const target: Target = {
      kind: 'deployment',
      baseUrl: url,
      contract,
      samples: { taxIds: { valid: [], invalid: [] }, vatIds: { valid: [], invalid: [] } },
      isolated: false,
      open: async () => ({ keys: toyKeys, close: async () => {} }),
    }
    const events: RunEvent[] = []
    const completed = await runCases({
      target,
      suites,
      allowed: new Set(['read']),
      ...(only === undefined ? {} : { only }),
      seed: 7,
      run: 'ens-toy',
      timeoutMs: 5000,
      concurrency: 1,
      post: { patienceMs: 10 },
      repeat: (id) => `ensayo conform --target ${url} --only ${id}`,
      onEvent: (event) => events.push(event),
    })
    const report = assembleReport({
      completed,
      subject: 'service',
      version: '1.2.3',
      run: 'ens-toy',
      seed: 7,
      startedAt: new Date('2026-11-20T12:00:00Z'),
      durationMs: 1234,
      target: { kind: 'deployment', url: `http://user:password@127.0.0.1:${port}` },
      contract,
      allowed: ['read'],
      areas: suites,
      statements: await readStatements(),
      untestable: { 'AUTH-4': 'keys are made where nobody looks' },
      ...rest,
    })
    return { report, events }
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
