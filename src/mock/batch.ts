/** Work that is put off a little, to be done together with more of its kind. */

export interface Batch {
  /** Work in one batch is begun in the order in which it was added. It must not throw. */
  add(work: () => void): void
}

/**
 * `schedule` is called with the first work of a batch, and with what does all that was added until then.
 *
 * Work of one kind in one go is several times faster than by turns with others: what to do stays in the processor's
 * caches, of which a system call leaves little, most of all on virtual machines.
 */
export function createBatch(schedule: (run: () => void) => void): Batch {
  let waiting: (() => void)[] = []

  function run(): void {
    const batch = waiting
    waiting = []
    for (const work of batch) work()
  }

  return {
    add(work) {
      if (waiting.push(work) === 1) schedule(run)
    },
  }
}
