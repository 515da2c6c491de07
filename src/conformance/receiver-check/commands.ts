/** Commands of the receiver's owner: run through the shell, each in a group of its own that is ended as a whole. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export interface CommandsOptions {
  /** Added to this process's own. */
  environment: Readonly<Record<string, string>>
  /** How long one that is run may take, in milliseconds. */
  limitMs: number
}

export interface Commands {
  /** Standard output of a command that ends well. Rejects with `CommandFailed`. What it leaves running is ended at the end. */
  run(command: string): Promise<string>
  /** One that goes on until it is ended. */
  start(command: string): StartedCommand
  /** Ends everything that is left of them. */
  close(): Promise<void>
}

export interface StartedCommand {
  /** How it ended: `exit code 1`, `SIGKILL`. */
  ended: Promise<string>
  isRunning(): boolean
  /** The last of what it has said, on both outputs. */
  lastWords(): string
  /** As in a power cut: nobody is asked. */
  kill(): Promise<void>
}

/** One line. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** Of what a command prints, in characters. */
const longestOutput = 16 * 2 ** 20
const longestTail = 2000
const politenessMs = 2000

export function createCommands({ environment, limitMs }: CommandsOptions): Commands {
  const groups = new Set<number>()

  function open(command: string): ChildProcess {
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } })
    if (child.pid !== undefined) groups.add(child.pid)
    child.stdout?.setEncoding('utf8')
    child.stderr?.setEncoding('utf8')
    return child
  }

  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        const child = open(command)
        const { pid } = child
        let output = ''
        let complaint = ''
        const fail = (why: string) => {
          if (pid !== undefined) signalGroup(pid, 'SIGKILL')
          reject(new CommandFailed(why))
        }
        const timer = setTimeout(() => fail(`it has not ended within ${limitMs / 1000} s`), limitMs)
        child.stdout?.on('data', (text: string) => {
          output += text
          if (output.length > longestOutput) fail('it prints more than 16 MB')
        })
        child.stderr?.on('data', (text: string) => (complaint = (complaint + text).slice(-longestTail)))
        child.once('error', (error) => fail(error.message))
        // Not `close`: what it leaves running in the background keeps its outputs open.
        child.once('exit', (code, signal) => {
          clearTimeout(timer)
          setImmediate(() => {
            const last = complaint.trim().split('\n').at(-1) ?? ''
            if (code === 0) resolve(output)
            else reject(new CommandFailed(`${endOf(code, signal)}${last === '' ? '' : `: ${last}`}`))
            child.stdout?.destroy()
            child.stderr?.destroy()
            if (pid !== undefined && !isAlive(pid)) groups.delete(pid)
          })
        })
      }),
    start(command) {
      const child = open(command)
      const { pid } = child
      let tail = ''
      const keep = (text: string) => (tail = (tail + text).slice(-longestTail))
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep)
      let running = true
      const { promise: ended, resolve } = Promise.withResolvers<string>()
      const end = (how: string) => {
        running = false
        resolve(how)
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (code, signal) => end(endOf(code, signal)))
      return {
        ended,
        isRunning: () => running,
        lastWords: () => tail,
        async kill() {
          if (pid !== undefined) await endGroup(pid, 0)
          if (pid !== undefined) groups.delete(pid)
          await ended
        },
      }
    },
    async close() {
      await Promise.all([...groups].map((pid) => endGroup(pid, politenessMs)))
      groups.clear()
    },
  }
}

function endOf(code: number | null, signal: string | null): string {
  return signal ?? `exit code ${code ?? 'unknown'}`
}

/** Asks first, unless there is no time for that. */
async function endGroup(pid: number, patienceMs: number): Promise<void> {
  if (patienceMs > 0 && signalGroup(pid, 'SIGTERM')) {
    for (let waitedMs = 0; waitedMs < patienceMs && isAlive(pid); waitedMs += 25) await pause(25)
  }
  signalGroup(pid, 'SIGKILL')
}

function isAlive(pid: number): boolean {
  return signalGroup(pid, 0)
}

/** Whether there was anybody in the group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no groups of processes.
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
    return true
  } catch {
    return false
  }
}
