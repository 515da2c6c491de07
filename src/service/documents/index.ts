export { createDocuments } from './documents.ts'
export type { Documents, DocumentsDeps, DocumentsView } from './documents.ts'
export type { TemplateLimits } from './template.ts'
