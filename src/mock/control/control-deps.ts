import type { ControlAccess } from './access.ts'
import type { Steering } from './steering.ts'
import type { World } from './world.ts'

export interface ControlDeps {
  world: World
  steering: Steering
  access: ControlAccess
}
