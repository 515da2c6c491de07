/** All mutants, by area, and by the part of the matrix that is judged in one go. */
import { authMutants } from './auth-mutants.ts'
import { columnMutants } from './column-mutants.ts'
import { documentMutants } from './document-mutants.ts'
import { errorMutants } from './error-mutants.ts'
import { generatedMutants } from './generated-mutants.ts'
import type { Mutant } from './mutant.ts'
import { pathMutants } from './path-mutants.ts'
import { permissionMutants } from './permission-mutants.ts'
import { pingMutants } from './ping-mutants.ts'
import { reportMutants } from './report-mutants.ts'
import { toolMutants } from './tool-mutants.ts'
import { userMutants } from './user-mutants.ts'
import { webhookMutants } from './webhook-mutants.ts'
import { writeMutants } from './write-mutants.ts'

export interface MutantArea {
  title: string
  mutants: readonly Mutant[]
}

export const parts = ['reading', 'writing', 'webhooks'] as const
export type Part = (typeof parts)[number]

export const areas: Readonly<Record<Part, readonly MutantArea[]>> = {
  reading: [
    { title: 'Ping', mutants: pingMutants },
    { title: 'Authentication', mutants: authMutants },
    { title: 'Users', mutants: userMutants },
    { title: 'Permissions', mutants: permissionMutants },
    { title: 'Paths and payloads', mutants: pathMutants },
    { title: 'Errors', mutants: errorMutants },
    { title: 'Reports', mutants: reportMutants },
    { title: 'Column names', mutants: columnMutants },
    { title: 'Dynamic documents', mutants: documentMutants },
    { title: 'Tools', mutants: toolMutants },
    { title: 'Generated requests', mutants: generatedMutants },
  ],
  writing: [{ title: 'Write operations', mutants: writeMutants }],
  webhooks: [{ title: 'Webhooks', mutants: webhookMutants }],
}
