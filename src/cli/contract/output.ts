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

/** Writes to standard output. What comes of one that cannot be written is the whole program's (`watchStandardStreams`). */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => void process.stdout.write(text, () => resolve()))
}
