/** Where a report goes: a file, or what takes whatever is written to it. */
import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface ReportPlace {
  /** What is no file is never replaced: a pipe and a device stay what they are. */
  kind: 'file' | 'pipe' | 'device'
  /** Absolute; of a file without links, so that the link stays and the file behind it changes. */
  path: string
}

/** A place where nothing is yet is that of a file. @throws a system error where one may not look */
export function placeOf(path: string): ReportPlace {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there === undefined) return { kind: 'file', path: behindLinks(path) }
  // A folder can be opened as little as a file of that name could be made: whoever writes is told so.
  if (there.isFile() || there.isDirectory()) return { kind: 'file', path: realpathSync(path) }
  return { kind: there.isFIFO() ? 'pipe' : 'device', path: resolve(path) }
}

/** Where a link leads at whose end nothing is. */
function behindLinks(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? behindLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : resolve(path)
}

/** One after the other: Node's own way never ends where a file system takes no folders, such as under /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
