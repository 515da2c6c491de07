export { createDocuments } from './documents.ts'
export type { Documents, DocumentsDeps, DocumentsView } from './documents.ts'
export { createTemplateEngine } from './template.ts'
export type { TemplateLimits } from './template.ts'
