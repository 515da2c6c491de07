export { createDocuments } from './documents.ts'
export type { Documents, DocumentsDeps } from './documents.ts'
