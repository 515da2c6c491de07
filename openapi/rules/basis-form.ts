import { eachBasis } from './each-basis.ts'
import type { Rule } from './visit.ts'
import { isNode } from './visit.ts'
import { aspects } from './vocabulary.ts'

/** A basis is stated, assumed or both; only one that is both can tell which aspects are stated. */
export const basisForm: Rule = () =>
  eachBasis((basis, at, report) => {
    if (!isNode(basis)) return report('An `x-basis` is an object with `stated`, `assumed` or both.', at)
    const { stated, assumed, fixed, ...unknown } = basis
    for (const name of Object.keys(unknown)) report(`An \`x-basis\` has no \`${name}\`.`, at.child(name))
    if (stated === undefined && assumed === undefined) {
      report('An `x-basis` needs `stated`, `assumed` or both.', at)
    }
    if (stated !== undefined && !isListOfText(stated)) report('`stated` is a list of ids.', at.child('stated'))
    if (assumed !== undefined && typeof assumed !== 'string') {
      report('`assumed` is one id.', at.child('assumed'))
    }
    if (fixed === undefined) return
    if (stated === undefined || assumed === undefined) {
      report('`fixed` tells apart what is stated and what is assumed, so it needs both.', at.child('fixed'))
    }
    if (!isListOfText(fixed)) return report('`fixed` is a list of aspects.', at.child('fixed'))
    for (const [position, aspect] of fixed.entries()) {
      if (aspects.includes(aspect)) continue
      report(`\`${aspect}\` is not an aspect; known are ${aspects.join(', ')}.`, at.child(['fixed', position]))
    }
  })

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}
