/** What a program, or a compiler, can come to from the package's entries: the modules that import one another. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Static and dynamic ones, of code and of declarations. */
const relativeImport = /((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+?)\.[jt]s(['"])/g

/**
 * Removes the other modules of that ending: tests' helpers, and those whose types were all they had. In declarations
 * that stay, relative imports end in `.js`; the compiler rewrites them in code only.
 * @param entries absolute paths
 */
export function keepReached({ folder, entries, ending }: { folder: string; entries: readonly string[]; ending: '.js' | '.d.ts' }): void {
  const reached = new Set(entries)
  for (const file of reached) {
    const text = readFileSync(file, 'utf8')
    for (const [, , path = ''] of text.matchAll(relativeImport)) reached.add(resolve(dirname(file), `${path}${ending}`))
    if (ending === '.d.ts') writeFileSync(file, text.replaceAll(relativeImport, '$1$2.js$3'))
  }
  for (const name of globSync(`**/*${ending}`, { cwd: folder })) {
    const file = join(folder, name)
    if (!reached.has(file)) rmSync(file)
  }
}
