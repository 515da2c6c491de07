import type { Explanation } from './explanation.ts'

/** What an explanation says of one operation; the sections' names only where records travel. */
export function onlyOperation(explanation: Explanation, id: string): Explanation {
  const operations = explanation.operations.filter((operation) => operation.id === id)
  const carriesRecords = operations.some(({ rows }) => rows.some(({ role }) => role?.endsWith('.section') === true))
  const concerns = ({ of }: { of: readonly string[] }) => of.includes(id) || (carriesRecords && of.includes('sections'))
  const told = (of: readonly string[]) => of.filter((other) => other === id || other === 'sections')
  return {
    ...explanation,
    operations,
    sections: carriesRecords ? explanation.sections : [],
    assumptions: explanation.assumptions.flatMap((assumption) => {
      const places = assumption.places.filter(concerns).map((place) => ({ ...place, of: told(place.of) }))
      return places.length === 0 ? [] : [{ ...assumption, places }]
    }),
    replaced: explanation.replaced.filter(concerns).map((replacement) => ({ ...replacement, of: told(replacement.of) })),
  }
}
