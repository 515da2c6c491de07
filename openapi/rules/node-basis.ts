import type { Rule, Visitor } from './visit.ts'
import { isNode, resolvedEntries } from './visit.ts'

/** Everything else that carries a rule says what it rests on, and whatever has a role carries one. */
export const nodeBasis: Rule = () => ({
  Parameter: needsBasis('parameter'),
  RequestBody: needsBasis('request body'),
  Response: needsBasis('response'),
  Header: needsBasis('header'),
  SecurityScheme: needsBasis('security scheme'),
  Schema(schema, { report, location }) {
    if (schema['x-role'] === undefined || schema['x-basis'] !== undefined) return
    report({ message: 'The schema has an `x-role` but no `x-basis`.', location: location.key() })
  },
  SchemaProperties(properties, visit) {
    for (const [name, schema] of resolvedEntries(properties, visit)) {
      // A schema with a role has been reported already.
      if (schema['x-basis'] !== undefined || schema['x-role'] !== undefined) continue
      const message = `The property \`${name}\` has no \`x-basis\`.`
      visit.report({ message, location: visit.location.child(name).key() })
    }
  },
  SpecExtension(extension, { report, location, key }) {
    if (key !== 'x-delivery' && key !== 'x-sections') return
    for (const [name, entry] of Object.entries(extension)) {
      if (isNode(entry) && entry['x-basis'] !== undefined) continue
      report({ message: `\`${name}\` in \`${key}\` has no \`x-basis\`.`, location: location.child(name).key() })
    }
  },
})

function needsBasis(kind: string): Visitor {
  return (node, { report, location }) => {
    if (node['x-basis'] !== undefined) return
    report({ message: `The ${kind} has no \`x-basis\`.`, location: location.key() })
  }
}
