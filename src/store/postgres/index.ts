export { createPostgresStore } from './store.ts'
export type { PostgresStoreOptions } from './store.ts'
