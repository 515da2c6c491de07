/** The package as a user gets it: packed by npm, and installed with what it asks for in a folder outside the repository. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
export const repository = join(import.meta.dirname, '..', '..')

/** What `npm pack` reads, and what its build reads. */
const sources = [
  'package.json', 'README.md', 'LICENSE', 'tsconfig.json', 'tsconfig.build.json',
  'bin', 'fixtures', 'openapi', 'scripts', 'src', 'suites',
]

export interface InstalledPackage {
  tarball: string
  /** Paths in the tarball, without its outermost folder. */
  files: string[]
  /** A project that depends on nothing but the package. */
  project: string
  /** The same with all optional peers. */
  projectWithPeers: string
  /** Names of all packages in the project's node_modules, nested ones too. */
  packages: string[]
  remove(): Promise<void>
}

interface Ended {
  code: number
  /** Its standard output; when it has failed, its standard error as well. */
  out: string
}

/** Runs a program to its end, in an environment in which this Node is the only one. */
export async function runIn(folder: string, program: string, args: string[], variables: Record<string, string> = {}): Promise<Ended> {
  const { NODE_OPTIONS: _options, ENSAYO_KEY: _key, ...inherited } = process.env
  const env = { ...inherited, PATH: pathWith(process.env['PATH']), NO_COLOR: '1', npm_config_update_notifier: 'false', ...variables }
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env, maxBuffer: 64 << 20 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      // What npm says of its configuration is no failure of ours.
      resolve({ code, out: code === 0 ? out : `${out}${err}` })
    })
  })
}

export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'ensayo-package-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    return { ...(await installIn(folder)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function installIn(folder: string): Promise<Omit<InstalledPackage, 'remove'>> {
  const project = join(folder, 'project')
  const projectWithPeers = join(folder, 'with-peers')
  const keys = runtimePackages()
  const [tarball] = await Promise.all([pack(folder), copyPackages(keys, project)])
  const { stdout } = await execute('tar', ['-tzf', tarball])

  await unpack(tarball, project)
  await mkdir(join(project, 'node_modules', '.bin'))
  await symlink('../ensayo/bin/ensayo.js', join(project, 'node_modules', '.bin', 'ensayo'))
  // A package of its own, so that it sees the peers beside it; whatever else it needs is the same.
  await unpack(tarball, projectWithPeers)
  for (const name of await modulesIn(join(project, 'node_modules'))) {
    if (name !== 'ensayo') await link(join(project, 'node_modules', name), join(projectWithPeers, 'node_modules', name))
  }
  for (const name of ['vitest', '@types/node']) {
    await link(join(repository, 'node_modules', name), join(projectWithPeers, 'node_modules', name))
  }
  for (const place of [project, projectWithPeers]) {
    await writeFile(join(place, 'package.json'), JSON.stringify({ name: 'user-of-ensayo', private: true, type: 'module' }))
  }
  return {
    tarball,
    files: stdout.trim().split('\n').map((path) => path.slice('package/'.length)),
    project,
    projectWithPeers,
    packages: ['ensayo', ...keys.map((key) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length))],
  }
}

/** As `du -sk` counts it, which is what it takes on the disk. */
export async function kilobytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(entries.map(async (entry) => (await lstat(join(folder, entry))).blocks / 2))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Builds and packs a copy, so that nobody who works in the repository meets a half-built `dist/`. */
async function pack(folder: string): Promise<string> {
  const copy = join(folder, 'repository')
  await mkdir(copy)
  await Promise.all(sources.map((name) => cp(join(repository, name), join(copy, name), { recursive: true })))
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'))
  const { code, out } = await runIn(copy, 'npm', ['pack', '--silent', '--pack-destination', folder])
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'))
  if (code !== 0 || name === undefined) throw new Error(`npm pack ended with ${code}: ${out}`)
  return join(folder, name)
}

/** The keys of the lock file that `npm install --omit=dev --omit=peer` of the package would fetch. */
function runtimePackages(): string[] {
  const lock: { packages: Record<string, { dev?: boolean; devOptional?: boolean; peer?: boolean }> } = JSON.parse(
    readFileSync(join(repository, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages).flatMap(([key, { dev, devOptional, peer }]) =>
    key === '' || dev === true || devOptional === true || peer === true ? [] : [key],
  )
}

/** One by one, for nested packages stand in folders of others. */
async function copyPackages(keys: readonly string[], project: string): Promise<void> {
  for (const key of keys) {
    const from = join(repository, key)
    await cp(from, join(project, key), { recursive: true, filter: (path) => !path.startsWith(join(from, 'node_modules')) })
  }
}

async function unpack(tarball: string, project: string): Promise<void> {
  const place = join(project, 'node_modules', 'ensayo')
  await mkdir(place, { recursive: true })
  await execute('tar', ['-xzf', tarball, '-C', place, '--strip-components', '1'])
}

/** Names as they are imported: with their scopes. */
async function modulesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const scoped = names.filter((name) => name.startsWith('@'))
  const inScopes = await Promise.all(scoped.map(async (scope) => (await readdir(join(folder, scope))).map((name) => `${scope}/${name}`)))
  return [...names.filter((name) => !name.startsWith('@')), ...inScopes.flat()]
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

function pathWith(path = ''): string {
  return [dirname(process.execPath), path].join(delimiter)
}
