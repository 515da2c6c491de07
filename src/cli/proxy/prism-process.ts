/** Prism's validation proxy as a process of its own, on the effective contract. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Contract } from '../../contract/index.ts'
import { UsageError } from '../usage-error.ts'

export interface PrismProcess {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
}

/** Prism is big, and takes its time to start on a busy machine. */
const longestStartMs = 60_000

/**
 * @param upstream where Prism passes requests on to, without a trailing slash
 * @throws UsageError when Prism is not installed, or does not start
 */
export async function startPrism(contract: Pick<Contract, 'document'>, upstream: string): Promise<PrismProcess> {
  const program = prismProgram()
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-prism-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(documentForPrism(contract)))
  const child = spawn(process.execPath, [program, 'proxy', file, upstream, '--host', '127.0.0.1', '--port', '0', '--errors', 'false', '--cors', 'false', '--multiprocess', 'false'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Beside this package, or in the project in which the command runs. */
function prismProgram(): string {
  for (const place of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json')).href]) {
    try {
      const manifest = createRequire(place).resolve('@stoplight/prism-cli/package.json')
      return join(dirname(manifest), 'dist', 'index.js')
    } catch {
      // Not there; the next place may have it.
    }
  }
  throw new UsageError('Prism is not installed; install it in this project: npm install --save-dev @stoplight/prism-cli')
}

/**
 * Prism matches paths below the servers' own, and knows nothing of webhooks: without both it does the same for every
 * target.
 */
function documentForPrism({ document }: Pick<Contract, 'document'>): Record<string, unknown> {
  const { servers: _servers, webhooks: _webhooks, ...rest } = document
  return rest
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => {
      reject(new UsageError(`Prism does not start: ${why} ${said.trim().split('\n').at(-1)?.slice(0, 300) ?? ''}`.trim()))
    }
    const timer = setTimeout(() => fail(`nothing within ${longestStartMs / 1000} s.`), longestStartMs)
    const read = (chunk: Buffer) => {
      // What comes later is only drained, lest Prism wait for a reader.
      if (said.length > 100_000) return
      said += chunk.toString()
      const [, url] = /listening on (http:\/\/[\d.]+:\d+)/.exec(said) ?? []
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`it ended with ${code ?? 'a signal'}.`)
    })
  })
}
