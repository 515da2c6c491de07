/** The command line inside the test's own process, for tests. */
import { run } from '../index.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs one command line to its end; what it writes is caught, and the process's exit code left as it was. */
export async function commandLine(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const caught = { stdout: '', stderr: '' }
  const before = { ...process.env }
  const codeBefore = process.exitCode
  const streams = ['stdout', 'stderr'] as const
  const writes = streams.map((name) => process[name].write.bind(process[name]))
  for (const name of streams) {
    process[name].write = (chunk: Uint8Array | string) => {
      caught[name] += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      return true
    }
  }
  Object.assign(process.env, { NO_COLOR: '1', ...environment })
  delete process.env['FORCE_COLOR']
  delete process.env['GITHUB_ACTIONS']
  if (environment['GITHUB_ACTIONS'] !== undefined) process.env['GITHUB_ACTIONS'] = environment['GITHUB_ACTIONS']
  try {
    process.exitCode = undefined
    const code = await run(args)
    return { code, ...caught }
  } finally {
    process.exitCode = codeBefore
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    streams.forEach((name, at) => {
      const write = writes[at]
      if (write !== undefined) process[name].write = write
    })
  }
}
