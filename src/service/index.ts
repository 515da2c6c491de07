export type { Catalogue, DemoKey } from './catalogue.ts'
export { createService } from './create-service.ts'
export { FixtureError, loadCatalogue, sectionShapes } from './fixtures/index.ts'
export type { Service } from './service.ts'
