/** The mock as a process, with a list of the modules that it loads until it listens. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface StartedProgram {
  url: string
  /** The demonstration administrator's. */
  key: string
  /** URLs of the modules loaded before it listened, built-in ones left out. */
  loaded: string[]
  stop(): Promise<void>
}

/** Written into the process before its first module; each line at once, since it is read while the process runs. */
const recorder = `
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (!url.startsWith('node:')) appendFileSync(process.env.LOADED_MODULES, url + '\\n')
    return next(url, context)
  },
})`

export async function startProgram(program: string, args: string[], variables: Record<string, string> = {}): Promise<StartedProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-start-'))
  const record = join(folder, 'loaded.txt')
  const preload = `data:text/javascript,${encodeURIComponent(recorder)}`
  const child = spawn(process.execPath, ['--import', preload, program, ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', LOADED_MODULES: record, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => void (said.includes('api/writeoperations') && resolve()))
    void ended.then((code) => reject(new Error(`ended with ${code} after saying: ${said}`)))
  })
  return {
    url: /http:\/\/[^\s/]+/.exec(said)?.[0] ?? '',
    key: /demo-admin-\S+/.exec(said)?.[0] ?? '',
    loaded: (await readFile(record, 'utf8')).trim().split('\n'),
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', end)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The names of the packages that modules are of. */
export function loadedPackages(modules: readonly string[]): string[] {
  return [...new Set(modules.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []))]
}
