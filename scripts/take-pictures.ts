/**
 * Takes the pictures of the README: the page of a green run, judged on the mock, and of a red one, on the mock behind a
 * server that loses the last row of every page but the first; and the page of a receiver that is not sound yet.
 * `node scripts/take-pictures.ts [name …]` takes some of them only.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as browsers } from 'playwright-core'
import { run } from '../src/cli/index.ts'
import { startMock } from '../src/index.ts'

const pictures = join(import.meta.dirname, '..', 'docs')
const mostBytes = 150 * 1024

const folder = mkdtempSync(join(tmpdir(), 'ensayo-pictures-'))
const mock = await startMock()
const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/' } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name) ? [[name, value]] : [])
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  const answer = await fetch(mock.url + url, { method, headers, body, redirect: 'manual' })
  const told = [...answer.headers].filter(([name]) => !['connection', 'content-length', 'transfer-encoding', 'keep-alive'].includes(name))
  const content = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, Object.fromEntries(told)).end(/^\/api\/reports$/i.test(url) ? withoutLastRow(content) : content)
})

/** A page of a report, unless it is the first one or no such thing. */
function withoutLastRow(content: Buffer): Buffer {
  try {
    const page: unknown = JSON.parse(content.toString())
    if (typeof page !== 'object' || page === null || !('rows' in page) || !Array.isArray(page.rows)) return content
    if (!('page' in page) || page.page === 1) return content
    return Buffer.from(JSON.stringify({ ...page, rows: page.rows.slice(0, -1) }))
  } catch {
    return content
  }
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

const runs = [
  { name: 'conform-green', args: ['conform'], code: 0 },
  { name: 'conform-red', args: ['conform', '--target', `http://127.0.0.1:${port}`], code: 1 },
  {
    name: 'receiver-red',
    args: ['webhook', 'check', '--to', 'http://127.0.0.1:3000/hook', '--probe', 'http://127.0.0.1:3000/state', '--start', `'${process.execPath}' examples/receiver/first-try.ts`],
    code: 1,
  },
]
const wanted = process.argv.slice(2)
process.chdir(join(import.meta.dirname, '..'))
const browser = await browsers.launch({
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
  executablePath: await chromium.executablePath(),
})
try {
  mkdirSync(pictures, { recursive: true })
  for (const { name, args, code } of runs) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.exitCode = 0
    const html = join(folder, `${name}.html`)
    const found = await run([...args, '--no-profile', '--quiet', '--html', html])
    if (found !== code) throw new Error(`${name} ended with ${found}, not ${code}`)
    const page = await browser.newPage({ viewport: { width: 1120, height: 900 }, colorScheme: 'light' })
    await page.goto(pathToFileURL(html).href)
    const path = join(pictures, `${name}.png`)
    await page.screenshot({ path })
    if (statSync(path).size > mostBytes) throw new Error(`${path} has ${statSync(path).size} bytes`)
    await page.close()
  }
  process.exitCode = 0
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
  await mock.close(0)
  rmSync(folder, { recursive: true })
}
