/** A document with the overlays that a user named applied to it, within what is stated. */
import { readFile } from 'node:fs/promises'
import type { JsonObject } from '../core/index.ts'
import { ContractError } from './contract-error.ts'
import type { ContractProblem } from './contract-error.ts'
import { actionBringing, actionsAgainstRole, applyOverlay, guardStated, OverlayError, parseOverlay } from './overlay/index.ts'
import type { GuardInput, GuardStep, Verdict } from './overlay/index.ts'
import { readStatements } from './statements.ts'
import type { OverlayHistory } from './types.ts'

export interface OverlaidOptions {
  original: JsonObject
  /** Paths, in order. */
  overlays: readonly string[]
  overrideStated: boolean
}

export interface Overlaid {
  document: JsonObject
  history: OverlayHistory
  /**
   * The problem with the actions behind it in front, as far as they can be made out, else with the files.
   * `problemsOf` tells what is wrong with a document.
   */
  blamed(problem: ContractProblem, problemsOf: (document: JsonObject) => readonly ContractProblem[]): Promise<ContractProblem>
}

/**
 * Applies the overlays in order.
 * @throws OverlayError for one that cannot be read or applied, ContractError for one that contradicts a fact
 */
export async function overlayDocument({ original, overlays, overrideStated }: OverlaidOptions): Promise<Overlaid> {
  const steps: GuardStep[] = []
  let document = original
  for (const file of overlays) {
    const overlay = await parseOverlay({ text: await readOverlay(file), file })
    const applied = await applyOverlay({ document, overlay })
    steps.push({ overlay, applied })
    document = applied.document
  }
  const verdict = await judged({ before: original, steps, overrideStated })
  if (verdict.refused.length > 0) {
    throw new ContractError(verdict.refused.map(({ message }) => ({ message })))
  }
  return {
    document,
    async blamed(problem, problemsOf) {
      const { role, message } = problem
      const takers = role === undefined ? [] : actionsAgainstRole(role, original, steps)
      const isThere = (one: JsonObject) => problemsOf(one).some((each) => each.message === message)
      const culprits = takers.length > 0 ? takers.join(' or ') : await actionBringing(isThere, original, steps)
      return { ...problem, message: `${culprits ?? `with ${overlays.join(', ')}`}: ${message}` }
    },
    history: {
      overlays: steps.map(({ overlay: { file, title, version } }) => ({ file, title, version })),
      overridden: verdict.overridden.map(({ message, statements }) => ({ message, statements: statements.map(({ id }) => id) })),
      remarks: steps.flatMap(({ overlay }) => overlay.remarks.map(({ message }) => message)),
    },
  }
}

/** The words of the facts are read only when one is contradicted. */
async function judged(input: Omit<GuardInput, 'statements'>): Promise<Verdict> {
  const verdict = guardStated({ ...input, statements: [] })
  if (verdict.refused.length === 0 && verdict.overridden.length === 0) return verdict
  return guardStated({ ...input, statements: await readStatements() })
}

async function readOverlay(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const problem = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : String(error)
    throw new OverlayError({ file, problem, cure: 'give the path of an OpenAPI Overlay' })
  }
}
