/** A document with the overlays that a user named applied to it, within what is stated. */
import { readFile } from 'node:fs/promises'
import type { JsonObject } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import { applyOverlay, guardStated, OverlayError, parseOverlay } from './overlay/index.ts'
import type { GuardStep } from './overlay/index.ts'
import { readStatements } from './statements.ts'
import type { OverlayHistory } from './types.ts'

export interface OverlaidOptions {
  original: JsonObject
  /** Paths, in order. */
  overlays: readonly string[]
  overrideStated: boolean
}

/**
 * Applies the overlays in order.
 * @throws OverlayError for one that cannot be read or applied, ContractError for one that contradicts a fact
 */
export async function overlayDocument({
  original,
  overlays,
  overrideStated,
}: OverlaidOptions): Promise<{ document: JsonObject; history: OverlayHistory }> {
  const steps: GuardStep[] = []
  let document = original
  for (const file of overlays) {
    const overlay = await parseOverlay({ text: await readOverlay(file), file })
    const applied = await applyOverlay({ document, overlay })
    steps.push({ overlay, applied })
    document = applied.document
  }
  const verdict = guardStated({ before: original, steps, statements: await readStatements(), overrideStated })
  if (verdict.refused.length > 0) {
    const messages = verdict.refused.map(({ message }) => message)
    throw new ContractError(`${messages.join('\n')}\n--override-stated allows it, and reports will say so`)
  }
  return {
    document,
    history: {
      overlays: steps.map(({ overlay: { file, title, version } }) => ({ file, title, version })),
      overridden: verdict.overridden.map(({ message, statements }) => ({ message, statements: statements.map(({ id }) => id) })),
      remarks: steps.flatMap(({ overlay }) => overlay.remarks.map(({ message }) => message)),
    },
  }
}

async function readOverlay(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const problem = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : String(error)
    throw new OverlayError({ file, problem, cure: 'give the path of an OpenAPI Overlay' })
  }
}
