/** The console of a deployment, which a person at this terminal operates. */
import { createInterface } from 'node:readline/promises'
import { createManualConsole } from '../../conformance/index.ts'
import type { Console } from '../../conformance/index.ts'
import { UsageError } from '../usage-error.ts'
import type { Interruption } from '../webhook/interruption.ts'
import { isLoopback } from '../webhook/loopback.ts'
import type { Task } from './task.ts'

export interface DeploymentConsoleWish {
  task: Pick<Task, 'contract' | 'environment'> & {
    args: Pick<Task['args'], 'manual' | 'webhooksConfigured'>
    settings: Pick<Task['settings'], 'url' | 'allowed' | 'receiver'>
  }
  onInstruction: (text: string) => void
  interruption: Pick<Interruption, 'signal' | 'interrupt'>
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream & { isTTY?: boolean }
}

/**
 * Undefined where no notification could arrive, or none may.
 * @throws UsageError when somebody is to be asked and nobody is there
 */
export function deploymentConsole({ task, onInstruction, interruption, input, output }: DeploymentConsoleWish): Console | undefined {
  const { args, contract, environment, settings } = task
  const isWatched = input.isTTY === true && output.isTTY === true
  if (args.manual && !isWatched) throw new UsageError('--manual asks somebody to make changes, and this is no terminal; run it in one')
  if (!isReached(task)) return undefined
  const isAsked = isWatched && (args.manual || !args.webhooksConfigured)

  async function confirm(): Promise<boolean> {
    const terminal = createInterface({ input, output })
    // While it reads, the terminal hands Ctrl-C to it instead of the process.
    terminal.on('SIGINT', () => interruption.interrupt())
    try {
      const answer = await terminal.question('  Done? [Y/n] ', { signal: interruption.signal })
      return !/^n/i.test(answer.trim())
    } catch {
      return false
    } finally {
      terminal.close()
    }
  }

  const token = environment['ENSAYO_WEBHOOK_TOKEN']?.trim()
  const console = createManualConsole({
    contract,
    tokenVariable: 'ENSAYO_WEBHOOK_TOKEN',
    ...(token === undefined || token === '' ? {} : { token }),
    onInstruction,
    assumesConfigured: args.webhooksConfigured,
    ...(isAsked ? { confirm } : {}),
  })
  if (settings.allowed.has('webhook') && args.manual) return console
  const { edit: _, ...others } = console
  return others
}

/** Whether the service can reach a receiver of ours. */
function isReached({ settings }: DeploymentConsoleWish['task']): boolean {
  const { url, allowed, receiver } = settings
  if (url === undefined || !allowed.has('webhook')) return false
  if (receiver.publicUrl !== undefined && receiver.port === undefined) {
    throw new UsageError('--receiver-url needs --receiver-port: the port of this machine to which that address leads')
  }
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
  return receiver.publicUrl !== undefined || receiver.host !== undefined || host === 'localhost' || isLoopback(host)
}
