/** The program as its users start it, for tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../bin/ensayo.js', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Started {
  /** The lines of standard output so far. */
  lines: readonly string[]
  /** The next line of standard output. */
  next(): Promise<string>
  signal(name: 'SIGINT' | 'SIGTERM'): void
  /** Closes the reading end of standard output, as `head` does. */
  stopReading(): void
  ended: Promise<Ended>
  [Symbol.asyncDispose](): Promise<void>
}

export interface StartOptions {
  cwd: string
  env?: Record<string, string>
  /** Options of Node itself. */
  node?: readonly string[]
}

/** Starts `ensayo`. */
export function startProgram(args: readonly string[], { cwd, env = {}, node = [] }: StartOptions): Started {
  const child = spawn(process.execPath, [...node, program, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  let read = 0
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(text)
    if (waiting.length === 0) return
    read += 1
    waiting.shift()?.(text)
  })
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }))
  return {
    lines,
    next() {
      const line = lines[read]
      if (line === undefined) return new Promise((resolve) => waiting.push(resolve))
      read += 1
      return Promise.resolve(line)
    },
    signal: (name) => void child.kill(name),
    stopReading: () => void child.stdout.destroy(),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
