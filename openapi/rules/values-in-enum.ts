import type { Rule } from './visit.ts'
import { isNode } from './visit.ts'

/** The wire's values in `x-values` are exactly those of `enum`; only a node with a role has meanings to map. */
export const valuesInEnum: Rule = () => ({
  Schema(schema, { report, location }) {
    const values = schema['x-values']
    if (values === undefined) return
    const at = location.child('x-values')
    if (schema['x-role'] === undefined) report({ message: '`x-values` needs an `x-role`.', location: at.key() })
    if (!isNode(values)) {
      return report({ message: '`x-values` maps the toolkit\'s values to the wire\'s.', location: at })
    }
    const allowed = Array.isArray(schema.enum) ? schema.enum : []
    for (const [meaning, wire] of Object.entries(values)) {
      if (allowed.includes(wire)) continue
      report({ message: `\`${String(wire)}\` is not in \`enum\`.`, location: at.child(meaning) })
    }
    for (const wire of allowed.filter((value) => !Object.values(values).includes(value))) {
      report({ message: `\`${String(wire)}\` of \`enum\` has no meaning in \`x-values\`.`, location: at.key() })
    }
  },
})
