/** A mock that hides what it is, wrong in one way if need be, with a profile that describes it; for tests. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '../../../core/index.ts'
import { startMock } from '../../../mock/index.ts'

export interface Deployment {
  url: string
  /** Its profile; keys are in the variables of `environment`. */
  profile: string
  folder: string
  environment: Record<string, string>
  /** `POST /api/reports` for each request that came. */
  received: string[]
  /** What answers: the mock, or something else from now on. */
  behave(wrong: Wrong): void
  close(): Promise<void>
}

export type Wrong = 'not at all' | 'PING-1' | 'hangs'

export const keys = {
  ERP_KEY: 'demo-admin-et3nt2akh24qjyanymcw',
  ERP_LIMITED_KEY: 'demo-entities-y9eczwt45vkcksuzmfd5',
  ERP_SECOND_KEY: 'demo-reader-y6dh47z7yfwr59yw3emk',
}

export async function startDeployment(): Promise<Deployment> {
  const mock = await startMock()
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-conform-'))
  const received: string[] = []
  let wrong: Wrong = 'not at all'
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    received.push(`${method} ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    if (wrong === 'hangs') return
    if (wrong === 'PING-1' && url === '/') return void response.writeHead(203, { 'content-type': 'text/plain' }).end('It runs.')
    if (url.startsWith('/_ensayo')) return void response.writeHead(404).end()
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name) ? [[name, value]] : [])
    const answer = await fetch(mock.url + url, { method, headers, body: chunks.length === 0 ? null : Buffer.concat(chunks), redirect: 'manual' })
    const told = [...answer.headers].filter(([name]) => !['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'content-encoding'].includes(name))
    response.writeHead(answer.status, Object.fromEntries(told)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const known: unknown = JSON.parse(await readFile(new URL('../../../../fixtures/samples.json', import.meta.url), 'utf8'))
  const { users: _, ...samples } = isJsonObject(known) ? known : {}
  const profile = join(folder, 'profile.json')
  const sources = { full: { env: 'ERP_KEY' }, limited: { env: 'ERP_LIMITED_KEY' }, second: { env: 'ERP_SECOND_KEY' } }
  await writeFile(profile, JSON.stringify({ baseUrl: url, keys: sources, samples }))
  return {
    url,
    profile,
    folder,
    environment: { ...keys },
    received,
    behave(next) {
      wrong = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await mock.close(0)
      await rm(folder, { recursive: true })
    },
  }
}
