export { createClocks } from './clocks.ts'
export type { ClockReading, Clocks, ClocksDeps, ClockSetting } from './clocks.ts'
export { createViews } from './views.ts'
export type { SandboxView, Views } from './views.ts'
