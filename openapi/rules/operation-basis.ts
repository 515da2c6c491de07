import type { Rule } from './visit.ts'

/** Every operation says what it rests on: no operation may look stated only because nobody wrote it down. */
export const operationBasis: Rule = () => ({
  Operation(operation, { report, location }) {
    if (operation['x-basis'] !== undefined) return
    report({ message: 'The operation has no `x-basis`.', location: location.key() })
  },
})
