/** All that a check works with beside the receiver's answers: the API behind it, its state, its faults. */
import { createInterface } from 'node:readline/promises'
import { CommandFailed, createCommands, createSecrets, NotStarted, probeByCommand, probeByUrl, startReceiverCommand, Unjudged } from '../../../conformance/index.ts'
import type { CheckContext, Commands, MockApi, SenderOptions, StartedReceiver } from '../../../conformance/index.ts'
import type { Contract } from '../../../contract/index.ts'
import type { TargetGuard } from '../../../webhooks/index.ts'
import { UsageError } from '../../usage-error.ts'
import { demandConsent } from '../fire/consent.ts'
import type { CheckArguments } from '../options.ts'
import { printable } from '../terminal.ts'
import { startOwnApi } from './api.ts'
import type { CheckSettings } from './settings.ts'

export interface Place {
  sender: SenderOptions
  api?: MockApi
  probe?: () => Promise<string>
  fault?: CheckContext['fault']
  /** Without the tokens and the API's key. */
  text(source: string): string
  ready(): Promise<void>
  /** What happened meanwhile that somebody has to know. */
  notices(): string[]
  /** Ends all that was started. */
  close(): Promise<void>
}

export interface PlaceOptions {
  args: CheckArguments
  settings: CheckSettings
  contract: Contract
  fixtures: string | undefined
  guard: TargetGuard
  signal: AbortSignal
}

const commandLimitMs = 30_000

/** @throws UsageError, NotStarted */
export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { args, settings, contract, fixtures, guard, signal } = options
  const sender: SenderOptions = { url: settings.to, guard }
  const api = settings.wantsApi ? await startOwnApi({ contract, fixtures, section: args.section, port: args.apiPort }) : undefined
  const hidden = {
    ...(api === undefined ? {} : { ENSAYO_API_KEY: api.key }),
    ...(settings.token === undefined ? {} : { ENSAYO_WEBHOOK_TOKEN: settings.token }),
    ...(settings.nextToken === undefined ? {} : { ENSAYO_WEBHOOK_NEXT_TOKEN: settings.nextToken }),
  }
  const environment = { ...hidden, ...(api === undefined ? {} : { ENSAYO_API_URL: api.url }), ENSAYO_WEBHOOK_URL: settings.to.href }
  const commands = createCommands({ environment, limitMs: commandLimitMs })
  const secrets = createSecrets()
  for (const [name, value] of Object.entries(hidden)) secrets.add(name, value)
  const shown = (text: string) => printable(secrets.text(text), 400)
  const crashes: string[] = []
  let started: StartedReceiver | undefined
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      started?.release()
      await commands.close()
      await api?.close()
    })())
  try {
    if (args.start !== undefined) {
      const onCrash = (sentence: string) => void crashes.push(shown(sentence))
      started = await startReceiverCommand({ command: args.start, commands, url: settings.to, startLimitMs: commandLimitMs, onCrash, signal }).catch(
        (error: unknown) => {
          throw error instanceof NotStarted ? new NotStarted(shown(error.message)) : error
        },
      )
    } else if (api !== undefined) {
      await tellApi(api, signal)
    }
    const probe = await probeOf(settings.probe, options, commands)
    const fault = faultOf(args, commands, started)
    return {
      sender,
      ...(api === undefined ? {} : { api }),
      ...(probe === undefined ? {} : { probe }),
      ...(fault === undefined ? {} : { fault }),
      text: secrets.text,
      ready: async () => started?.ready(),
      notices: () => [...new Set(crashes)],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** It was started by somebody else, who has to know; where somebody sits there, they are waited for. */
async function tellApi(api: MockApi, signal: AbortSignal): Promise<void> {
  process.stderr.write(`The receiver shall read records from this API, which ends with the check:\n  ENSAYO_API_URL=${api.url}\n  ENSAYO_API_KEY=${api.key}\n`)
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  await terminal.question('Press Enter when it does. ', { signal }).catch(() => '')
  terminal.close()
}

async function probeOf(probe: CheckSettings['probe'], { args }: PlaceOptions, commands: Commands): Promise<Place['probe']> {
  if (probe === undefined) return undefined
  if ('command' in probe) return probeByCommand(probe.command, commands)
  const guard = await demandConsent(probe.url.href, args.allowHost ?? []).catch((error: unknown) => {
    throw error instanceof UsageError ? new UsageError(error.message.replace('--to:', '--probe:'), { cause: error }) : error
  })
  return probeByUrl({ url: probe.url, guard })
}

function faultOf(args: CheckArguments, commands: Commands, started: StartedReceiver | undefined): Place['fault'] {
  const { fault, recover, restart } = args
  if (fault === undefined && restart === undefined && started === undefined) return undefined
  const run = async (option: string, command: string): Promise<void> => {
    try {
      await commands.run(command)
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      throw new Unjudged(`the command of --${option} fails: ${printable(error.message)}`, `Try it by itself; it has ${commandLimitMs / 1000} s and must end with 0.`)
    }
  }
  const restarted = async (): Promise<void> => {
    if (restart !== undefined) return run('restart', restart)
    if (started === undefined) throw new Unjudged('the receiver cannot be restarted', 'Give --restart, a command that kills it and starts it again; or --start.')
    await started.restart().catch((error: unknown) => {
      throw new Unjudged(printable(error instanceof Error ? error.message : String(error), 400), 'See what the command of --start says.')
    })
  }
  return {
    restart: restarted,
    async begin() {
      if (fault === undefined) {
        throw new Unjudged('the receiver cannot be made to fail', 'Give --fault, a command such as one that stops its database, and --recover.')
      }
      await run('fault', fault)
    },
    end: () => (recover === undefined ? restarted() : run('recover', recover)),
  }
}
