import type { Location, Visitor } from './visit.ts'
import { isNode } from './visit.ts'

type Check = (basis: unknown, at: Location, report: (message: string, at: Location) => void) => void

/**
 * A visitor for nodes of any kind that hands every `x-basis` to `check`, those inside of extensions
 * (`x-delivery`, `x-sections`) included.
 */
export function eachBasis(check: Check): { any: { enter: Visitor } } {
  return {
    any: {
      enter(node, { location, report, type, key }) {
        if (!isNode(node) || (type.name === 'SpecExtension' && key === 'x-basis')) return
        const found = type.name === 'SpecExtension' ? basesInside(node, location) : basisOf(node, location)
        for (const { basis, at } of found) {
          check(basis, at, (message, place) => report({ message, location: place }))
        }
      },
    },
  }
}

interface Found {
  basis: unknown
  at: Location
}

function basisOf(node: Record<string, unknown>, location: Location): Found[] {
  return node['x-basis'] === undefined ? [] : [{ basis: node['x-basis'], at: location.child('x-basis') }]
}

function basesInside(node: Record<string, unknown>, location: Location): Found[] {
  return [
    ...basisOf(node, location),
    ...Object.entries(node).flatMap(([name, value]) =>
      isNode(value) && name !== 'x-basis' ? basesInside(value, location.child(name)) : [],
    ),
  ]
}
