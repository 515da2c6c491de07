/** Runs the mock as a process: from the command line to the last answer. */
import { createLogging, StartRefused, startMock } from '../../mock/index.ts'
import type { Logging, LoggingOptions, Mock } from '../../mock/index.ts'
import { UsageError } from '../usage-error.ts'
import { banner } from './banner.ts'
import type { MockArguments } from './command.ts'

/**
 * Starts the mock and resolves when a signal has ended it: SIGINT and SIGTERM let answers under way finish, a
 * second signal cuts them.
 * @throws UsageError when it cannot start as asked
 */
export async function runMock(args: MockArguments): Promise<void> {
  const { port, host, fixtures, serviceVersion, logLevel, logFile, quiet } = args
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port takes a whole number from 0 to 65535, not ${port}`)
  }
  const silent = quiet && logFile === undefined
  const logging = openLog({
    level: silent ? 'silent' : logLevel,
    ...(logFile === undefined ? {} : { destination: logFile }),
  })
  try {
    const mock = await refusedAsUsage(
      startMock({
        port,
        host,
        logger: logging.logger,
        ...(fixtures === undefined ? {} : { fixtures }),
        ...(serviceVersion === undefined ? {} : { serviceVersion }),
      }),
    )
    if (!quiet) process.stdout.write(banner(mock, process.stdout))
    await untilSignal(mock)
  } finally {
    logging.close()
  }
}

function openLog(options: LoggingOptions): Logging {
  try {
    return createLogging(options)
  } catch (error) {
    throw new UsageError(`--log-file cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function refusedAsUsage<T>(starting: Promise<T>): Promise<T> {
  try {
    return await starting
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
    process.on('SIGINT', end)
    process.on('SIGTERM', end)
  })
}
