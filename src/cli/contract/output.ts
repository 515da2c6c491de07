import { writeFile } from 'node:fs/promises'
import { UsageError } from '../usage-error.ts'

/**
 * Writes a result to the file, or to standard output when there is none.
 * @throws UsageError when the file cannot be written
 */
export async function writeResult(text: string, file: string | undefined): Promise<void> {
  if (file === undefined) return print(text)
  try {
    await writeFile(file, text)
  } catch (error) {
    throw new UsageError(`--output ${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
  process.stderr.write(`${file} written\n`)
}

/** Writes to standard output. A reader that has seen enough (`| head`) closes it early, which is no failure. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? resolve() : reject(error))
    process.stdout.once('error', failed)
    process.stdout.write(text, (error) => {
      if (error) return failed(error)
      process.stdout.off('error', failed)
      resolve()
    })
  })
}
