/** Which records of a sandbox changed lately, so that what was counted need not be counted again. */
export interface ChangeLog {
  add(revision: number, changed: readonly { section: string; id: number }[]): void
  /** The records of the section that changed after a revision; undefined when that is too long ago to be known. */
  since(revision: number, section: string): ReadonlySet<number> | undefined
}

/** Beyond so many, counting everything costs no more. */
const most = 2000

/** `revision` is the first one that is known of. */
export function createChangeLog(revision: number): ChangeLog {
  const known: { revision: number; section: string; id: number }[] = []
  let first = revision
  return {
    add(at, changed) {
      for (const { section, id } of changed) known.push({ revision: at, section, id })
      if (known.length <= 2 * most) return
      const dropped = known.splice(0, known.length - most)
      first = Math.max(first, dropped.at(-1)?.revision ?? first)
    },
    since(wanted, section) {
      if (wanted < first) return undefined
      const found = new Set<number>()
      for (let index = known.length - 1; index >= 0; index -= 1) {
        const change = known[index]
        if (change === undefined || change.revision <= wanted) break
        if (change.section === section) found.add(change.id)
      }
      return found.size > most ? undefined : found
    },
  }
}
