/** Whether the mock lives, and whether it can do its work. */
import type { Store } from '../../store/index.ts'

export interface Health {
  /** The reason why it cannot do its work now, in one sentence; undefined when it can. */
  unready(): Promise<string | undefined>
  /** It has begun to send what is due; before, it is starting. */
  begun(): void
  /** It answers what is under way, and takes up nothing more. */
  closing(): void
}

/** A database that says nothing for so long is as good as away. */
const patienceMs = 2000
/** Those who ask often must not keep the store busy: so long one answer is good for all. */
const freshMs = 250

export function createHealth({ store }: { store: Pick<Store, 'check'> }): Health {
  let state: 'starting' | 'running' | 'closing' = 'starting'
  let checking: Promise<string | undefined> | undefined

  async function check(): Promise<string | undefined> {
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(() => resolve('The database does not answer.'), patienceMs)
    const checked = store.check().then(
      () => undefined,
      () => 'The database cannot be used.',
    )
    try {
      return await Promise.race([checked, late])
    } finally {
      clearTimeout(timer)
      setTimeout(() => (checking = undefined), freshMs).unref()
    }
  }

  return {
    async unready() {
      if (state === 'starting') return 'The mock is starting.'
      if (state === 'closing') return 'The mock is closing.'
      return (checking ??= check())
    },
    begun() {
      state = 'running'
    },
    closing() {
      state = 'closing'
    },
  }
}
