/** What becomes of a program whose standard output or standard error cannot be written: a full disk, a terminal that is gone. */

/**
 * The command goes on, because it may have to clean up, or serve somebody; but it has not done as asked, and its exit
 * code is 2 whatever it found. A reader that has seen enough (`| head`) closes a pipe early, which is no failure.
 */
export function watchStandardStreams(): void {
  let failed = false
  const watch = (stream: NodeJS.WriteStream, name: string): void => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || failed) return
      failed = true
      process.stderr.write(`ensayo: ${name} cannot be written: ${error.message}\n`)
      process.on('exit', () => {
        process.exitCode = 2
      })
    })
  }
  watch(process.stdout, 'standard output')
  watch(process.stderr, 'standard error')
}
