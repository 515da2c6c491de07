export type { Catalogue, DemoKey } from './catalogue.ts'
export type { OnChanges, RecordChange, RecordState } from './changes.ts'
export { createService } from './create-service.ts'
export type { ServiceDeps } from './create-service.ts'
export { FixtureError, loadCatalogue, sectionShapes } from './fixtures/index.ts'
export { createClocks, createSandboxes } from './sandboxes/index.ts'
export type {
  ClockReading, Clocks, ClockSetting, CreatedSandbox, FixtureFiles, IssuedKey, ListedKey, ListedUser, NewSandboxRequest,
  NewUser, RecordToPut, Sandboxes,
} from './sandboxes/index.ts'
export { withTotals } from './sections/index.ts'
export type { Service } from './service.ts'
