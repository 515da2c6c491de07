import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../../core/index.ts'
import { bundledContract } from '../load.ts'
import { readStatements } from '../statements.ts'
import type { Contract } from '../types.ts'
import { explainDocument } from './explain.ts'
import type { Explanation } from './explanation.ts'

/** Explains the effective contract, held against the contract as it comes, in the words of its catalogue. */
export async function explainContract({
  document,
  overlays,
  overridden,
}: Pick<Contract, 'document' | 'overlays' | 'overridden'>): Promise<Explanation> {
  const [bundle, statements] = await Promise.all([readFile(bundledContract, 'utf8'), readStatements()])
  const original: unknown = JSON.parse(bundle)
  if (!isJsonObject(document) || !isJsonObject(original)) throw new Error('a contract is an object')
  return explainDocument({ document, original, history: { overlays, overridden }, statements })
}
