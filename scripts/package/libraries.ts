/**
 * Libraries that are large for what is used of them, or for what they bring along: the used part is taken into the
 * package, so that whoever installs it gets little more than runs.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

const libraries = ['fast-check', 'js-yaml', 'json-p3', 'json-schema-faker', 'liquidjs', 'parse5', 'pdfmake', 'prom-client', 'stdnum', 'yaml']

/** The compiled modules that import such a library, each with its text. */
export function libraryModules(folder: string): Map<string, string> {
  const modules = new Map<string, string>()
  for (const name of globSync('{src,suites}/**/*.js', { cwd: folder })) {
    const source = readFileSync(join(folder, name), 'utf8')
    const isImported = (library: string) => new RegExp(`(?:from |import\\()'${library}[/']`).test(source)
    if (libraries.some(isImported)) modules.set(join(folder, name), source)
  }
  return modules
}

/**
 * Replaces modules by themselves with their libraries taken in: what several share, or load later, stands in `library/`.
 * The modules that they import of our own stay where they are.
 * @param modules absolute paths below `folder`, with the text to take
 * @returns the folders of the packages that were taken in
 */
export async function takeIn({ folder, modules }: { folder: string; modules: ReadonlyMap<string, string> }): Promise<Set<string>> {
  const build = await rolldown({
    input: Object.fromEntries([...modules.keys()].map((file) => [relative(folder, file).slice(0, -'.js'.length), file])),
    platform: 'node',
    // Asked twice, the second time with the path that the name led to.
    external: (id, importer, isResolved) =>
      !isResolved && (id.startsWith('node:') || (importer !== undefined && modules.has(importer) && !isTakenIn(id))),
    plugins: [{ name: 'source', load: (id) => modules.get(id) ?? null }],
    onLog: () => {},
  })
  const { output } = await build.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) => `library/${basename(packageOf(moduleIds.at(-1) ?? '') ?? 'shared')}.js`,
    format: 'esm',
    minify: { mangle: false, compress: true, codegen: true },
  })
  await build.close()
  const ids = output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
  return new Set(ids.map(packageOf).filter((found) => found !== undefined))
}

function isTakenIn(id: string): boolean {
  return libraries.some((library) => id === library || id.startsWith(`${library}/`))
}

/** The folder of the package that a module is of. */
function packageOf(id: string): string | undefined {
  const marker = `${sep}node_modules${sep}`
  const at = id.lastIndexOf(marker)
  if (at < 0) return undefined
  const [scope = '', name = ''] = id.slice(at + marker.length).split(sep)
  return id.slice(0, at + marker.length) + (scope.startsWith('@') ? join(scope, name) : scope)
}
