/** Where the mock's state is to be, as the command line and the environment say it. */
import { parseDuration } from '../../webhooks/index.ts'
import { UsageError } from '../usage-error.ts'
import type { MockArguments } from './options.ts'

/** The environment variable for the address of the database: a command line is shown to every user of the machine. */
const databaseVariable = 'ENSAYO_DATABASE'

const mostWorkers = 256

export interface Place {
  data?: string
  database?: string
  leaseMs?: number
  workers: number
}

/** @throws UsageError for what contradicts itself, or cannot be read; an address is never repeated, since it may hold a password */
export function placeOf(args: Partial<Pick<MockArguments, 'data' | 'database' | 'workers' | 'lease'>>, env: NodeJS.ProcessEnv): Place {
  const { data, workers = 1, lease } = args
  const database = args.database ?? (data === undefined ? env[databaseVariable] : undefined)
  if (data !== undefined && database !== undefined) {
    throw new UsageError('--data and --database are two places for one state; choose one')
  }
  if (data === '') throw new UsageError('--data takes the path of a folder')
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    throw new UsageError('--database takes the address of a PostgreSQL, postgres://user:password@host:5432/database')
  }
  if (!Number.isInteger(workers) || workers < 1 || workers > mostWorkers) {
    throw new UsageError(`--workers takes a whole number from 1 to ${mostWorkers}${Number.isNaN(workers) ? '' : `, not ${workers}`}`)
  }
  if (workers > 1 && database === undefined) {
    throw new UsageError('--workers needs --database: processes share their state through it alone')
  }
  if (lease !== undefined && database === undefined) {
    throw new UsageError('--lease needs --database: without one no other process waits for the end of a lease')
  }
  const leaseMs = lease === undefined ? undefined : parseDuration(lease)
  if (lease !== undefined && (leaseMs === undefined || leaseMs < 1000)) {
    throw new UsageError(`--lease takes a length of time of 1s or more, such as 30s, not ${lease}`)
  }
  return {
    workers,
    ...(data === undefined ? {} : { data }),
    ...(database === undefined ? {} : { database }),
    ...(leaseMs === undefined ? {} : { leaseMs }),
  }
}
