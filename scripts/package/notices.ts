/** The licences of what the package has taken in. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param folders of the packages, each once */
export function notices(folders: Iterable<string>): string {
  return [...new Set(folders)].toSorted().map(notice).join(`\n${'-'.repeat(80)}\n\n`)
}

function notice(folder: string): string {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = globSync('{LICENSE,LICENCE,License,license,COPYING}*', { cwd: folder })[0]
  const text = file === undefined ? `License: ${manifest.license ?? 'see the package'}` : readFileSync(join(folder, file), 'utf8').trim()
  return `${manifest.name} ${manifest.version}\n\n${text}\n`
}
