import type { Catalogue } from './catalogue.ts'
import { eachBasis } from './each-basis.ts'
import type { Rule } from './visit.ts'
import { isNode } from './visit.ts'

/** What is called stated is a fact of statements.yaml. */
export function statedIsFact({ facts }: Catalogue): Rule {
  return () =>
    eachBasis((basis, at, report) => {
      if (!isNode(basis) || !Array.isArray(basis.stated)) return
      for (const [position, id] of basis.stated.entries()) {
        if (facts.has(id)) continue
        report(`\`${id}\` is not a fact of statements.yaml.`, at.child(['stated', position]))
      }
    })
}

/** What is assumed names the gap that it fills. */
export function assumedIsGap({ gaps }: Catalogue): Rule {
  return () =>
    eachBasis((basis, at, report) => {
      if (!isNode(basis) || typeof basis.assumed !== 'string' || gaps.has(basis.assumed)) return
      report(`\`${basis.assumed}\` is not a gap of statements.yaml.`, at.child('assumed'))
    })
}
