import { createMutants } from './write-create-mutants.ts'
import { deleteMutants } from './write-delete-mutants.ts'
import { editMutants } from './write-edit-mutants.ts'
import type { Mutant } from './mutant.ts'
import { refusalMutants } from './write-refusal-mutants.ts'

/** WRI-1 … WRI-5 and what is assumed of writes. */
export const writeMutants: readonly Mutant[] = [...createMutants, ...editMutants, ...deleteMutants, ...refusalMutants]
