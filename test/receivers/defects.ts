/**
 * One defect each: what is done otherwise than by a sound receiver. To add one, add an entry; then
 * `UPDATE_MATRIX=1 npx vitest run test/receiver-matrix.test.ts` shows which checks see it.
 */
import { authenticationDefects } from './authentication-defects.ts'
import { deliveryDefects } from './delivery-defects.ts'
import { httpDefects } from './http-defects.ts'
import { payloadDefects } from './payload-defects.ts'
import type { Recipe } from './sound-recipe.ts'

export const defects = {
  ...authenticationDefects,
  ...payloadDefects,
  ...httpDefects,
  ...deliveryDefects,
} satisfies Record<string, Partial<Recipe>>

export type DefectName = keyof typeof defects

export const defectNames = Object.keys(defects).filter((name): name is DefectName => name in defects)
