import { setMaxListeners } from 'node:events'

export interface Interruption {
  /** Given at the first SIGINT or SIGTERM, or when `interrupt` is called. */
  signal: AbortSignal
  interrupt(): void
  /** Gives the signals back to the process. */
  dispose(): void
}

/** Takes Ctrl-C and its like over, so that the command can end in order. */
export function takeInterruption(): Interruption {
  const controller = new AbortController()
  // Everything that waits listens to it, and that may be a lot.
  setMaxListeners(0, controller.signal)
  const interrupt = () => controller.abort()
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return {
    signal: controller.signal,
    interrupt,
    dispose() {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
    },
  }
}

/** Resolves when the signal is given. */
export function given(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
