export { noteNumber } from './record-number.ts'
export { createSections } from './sections.ts'
export type { Sections, SectionsDeps } from './sections.ts'
export { withTotals } from './totals.ts'
