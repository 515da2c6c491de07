/** Runs the mock as a process: from the command line to the last answer. */
import { loadContract } from '../../contract/index.ts'
import { createLogging, parseLimits, StartRefused, startMock } from '../../mock/index.ts'
import type { Logging, LoggingOptions, Mock } from '../../mock/index.ts'
import { contractSettings } from '../profile/contract-settings.ts'
import type { MockSettings } from '../profile/index.ts'
import { UsageError } from '../usage-error.ts'
import { banner } from './banner.ts'
import type { MockArguments } from './options.ts'
import { placeOf } from './place.ts'
import { onSignals } from './signals.ts'
import { isWorker, portOfWorkers, runWorkers, tellPrimary } from './workers.ts'

/**
 * Starts the mock and resolves when a signal has ended it: SIGINT and SIGTERM let answers under way finish, a
 * second signal ends the process at once.
 * @throws UsageError when it cannot start as asked
 */
export async function runMock(args: MockArguments): Promise<void> {
  const { logLevel, logFile, quiet, webhook, allowWebhookHost, limit } = args
  const { profile, overlays, overrideStated } = await contractSettings(args, process.cwd())
  const { port = 4010, host, fixtures, serviceVersion } = { ...profile?.mock, ...given(args) }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a whole number from 0 to 65535${Number.isNaN(port) ? '' : `, not ${port}`}`)
  }
  const { workers, ...place } = placeOf(args, process.env)
  if (workers > 1 && !isWorker) {
    await runWorkers({ count: workers, host: host ?? '127.0.0.1', port, say: (text) => void (quiet || process.stdout.write(text)) })
    return
  }
  const controlToken = controlTokenOf(args, process.env)
  const limits = limit === undefined ? undefined : await refusedAsUsage(async () => parseLimits(limit))
  const silent = quiet && logFile === undefined
  const logging = openLog({
    level: silent ? 'silent' : logLevel,
    ...(logFile === undefined ? {} : { destination: logFile }),
  })
  try {
    const mock = await refusedAsUsage(() =>
      startMock({
        port: portOfWorkers() ?? port,
        ...place,
        logger: logging.logger,
        contract: loadContract({ overlays, overrideStated }),
        ...(webhook === undefined ? {} : { webhooks: webhook }),
        ...(allowWebhookHost === undefined ? {} : { webhookHosts: allowWebhookHost }),
        ...(limits === undefined ? {} : { limits }),
        ...(controlToken === undefined ? {} : { controlToken }),
        ...(host === undefined ? {} : { host }),
        ...(fixtures === undefined ? {} : { fixtures }),
        ...(serviceVersion === undefined ? {} : { serviceVersion }),
      }),
    )
    // Before the banner: who reads it may already send a signal.
    const ended = untilSignal(mock)
    if (isWorker) await tellPrimary({ listens: banner(mock, process.stdout) })
    else if (!quiet) process.stdout.write(banner(mock, process.stdout))
    await ended
  } catch (error) {
    if (!isWorker || !(error instanceof UsageError)) throw error
    await tellPrimary({ refused: error.message })
  } finally {
    if (isWorker) process.disconnect()
    logging.close()
  }
}

/** What the command line says; it wins over the profile. */
function given({ port, host, fixtures, serviceVersion }: MockArguments): MockSettings {
  return {
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(fixtures === undefined ? {} : { fixtures }),
    ...(serviceVersion === undefined ? {} : { serviceVersion }),
  }
}

function controlTokenOf(
  { controlToken, controlTokenEnv }: Pick<MockArguments, 'controlToken' | 'controlTokenEnv'>,
  env: NodeJS.ProcessEnv,
): string | undefined {
  // The parser makes a list of an option that is given twice, whatever its type says.
  if (Array.isArray(controlToken) || Array.isArray(controlTokenEnv)) {
    throw new UsageError('the control token was given more than once; give it once')
  }
  if (controlTokenEnv === undefined) return controlToken
  if (controlToken !== undefined) {
    throw new UsageError('--control-token and --control-token-env both give the token; choose one')
  }
  const token = env[controlTokenEnv]?.trim()
  if (token !== undefined && token !== '') return token
  throw new UsageError(`--control-token-env: the environment variable ${controlTokenEnv} is not set; set it to the control token`)
}

function openLog(options: LoggingOptions): Logging {
  try {
    return createLogging(options)
  } catch (error) {
    throw new UsageError(`--log-file cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function refusedAsUsage<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (error instanceof StartRefused) throw new UsageError(error.message)
    throw error
  }
}

function untilSignal(mock: Mock): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      mock.close().then(resolve, reject)
    }
    // A worker gets Ctrl-C from the terminal and from its primary, which ends it if need be.
    if (isWorker) onSignals(end, () => undefined)
    else onSignals(end)
  })
}
