/** WRI-1 … WRI-5: records are created, edited and deleted through one operation. */
import type { Suite } from '../src/conformance/index.ts'
import { creationCases } from './record-creation.cases.ts'
import { deletionCases } from './record-deletion.cases.ts'
import { editCases } from './record-edit.cases.ts'
import { refusalCases } from './write-refusal.cases.ts'

export const writesSuite: Suite = {
  area: 'writes',
  title: 'Write operations',
  cases: [...creationCases, ...editCases, ...deletionCases, ...refusalCases],
}
