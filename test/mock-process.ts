/** `ensayo mock` as a process of its own, which a test may kill. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../bin/ensayo.js', import.meta.url))

export interface MockProcess {
  url: string
  /** The demonstration administrator's. */
  key: string
  child: ChildProcess
  /** With SIGKILL: it learns nothing of it. Resolves when it is gone. */
  kill(): Promise<void>
  /** With SIGTERM; gives the exit code. */
  stop(): Promise<number | null>
}

/** Begins to start one; it need not come so far. */
export function spawnMock(...args: string[]): { child: ChildProcess; ended: Promise<number | null>; said: () => string } {
  const child = spawn(process.execPath, [program, 'mock', '--port', '0', '--log-level', 'error', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Whatever becomes of the test, no process of it stays.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, said: () => text }
}

/** Starts one and waits until it listens; rejects with what it said when it ends before. */
export async function startMockProcess(...args: string[]): Promise<MockProcess> {
  const { child, ended, said } = spawnMock(...args)
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => void (said().includes('api/writeoperations') && resolve()))
    void ended.then((code) => reject(new Error(`ended with ${code} after saying: ${said()}`)))
  })
  return {
    url: /http:\/\/[^\s/]+/.exec(said())?.[0] ?? '',
    key: /demo-admin-\S+/.exec(said())?.[0] ?? '',
    child,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
