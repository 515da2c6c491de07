import type { Basis } from '../basis.ts'
import type { Document } from '../schema.ts'
import type { OverlayHistory } from '../types.ts'
import type { AssumedPlace, Assumption, Direction, ExplainedOperation, ExplainedSection, Explanation } from './explanation.ts'
import { operationsOf, sectionsOf } from './operations.ts'
import { addressDifference, addressOf, merged, rowDifferences, sectionDifferences, subjectOf } from './replacements.ts'

export interface ExplainInput {
  /** The effective contract. */
  document: Document
  /** The contract without overlays; leave it out when there are none. */
  original?: Document
  /** What overlays did, if there are any. */
  history?: Pick<OverlayHistory, 'overlays' | 'overridden'>
  /** The catalogue: the texts of the gaps, and their order. */
  statements: readonly { id: string; text: string }[]
}

/**
 * Says of every part of the contract what it means, where and how it travels and what it rests on; which
 * assumptions remain, and which were replaced. Works on any bundled document, whether or not it holds
 * everything that the toolkit needs.
 */
export function explainDocument({
  document,
  original = document,
  history: { overlays, overridden } = { overlays: [], overridden: [] },
  statements,
}: ExplainInput): Explanation {
  const before = new Map(operationsOf(original).map((operation) => [operation.id, operation]))
  const originalSections = sectionsOf(original)
  const sectionsNow = sectionsOf(document)
  const inSections = sectionDifferences(originalSections, sectionsNow)
  const differences = [...inSections]

  const operations = operationsOf(document).map((operation): ExplainedOperation => {
    const old = before.get(operation.id) ?? { ...operation, rows: [] }
    const address = addressDifference(old, operation)
    const inRows = rowDifferences(old, operation)
    differences.push(...address, ...inRows.map(({ difference }) => difference))
    const changed = new Map(inRows.map(({ subject, difference }) => [subject, difference.basis[0]]))
    return {
      ...operation,
      replaced: address.length > 0,
      rows: operation.rows.map((row) => {
        const subject = subjectOf(row)
        const basis = row.basis ?? changed.get(subject)
        return { ...row, ...(basis === undefined ? {} : { basis }), replaced: changed.has(subject) }
      }),
    }
  })
  const sections = sectionsNow.map((section): ExplainedSection => {
    const place = `section ${section.name}`
    return { ...section, replaced: inSections.some(({ is }) => is.some((look) => look.place === place)) }
  })
  const { title, version } = { title: '', version: '', ...(typeof document.info === 'object' ? document.info : {}) }
  return {
    title: String(title),
    version: String(version),
    operations,
    sections,
    assumptions: remaining(operations, sections, statements),
    replaced: merged(differences),
    overlays,
    overridden,
  }
}

interface Spot {
  of: string
  direction?: Direction
  place: string
  role?: string
  basis?: Basis
  replaced: boolean
}

function spotsOf(operations: readonly ExplainedOperation[], sections: readonly ExplainedSection[]): Spot[] {
  return [
    ...operations.flatMap(({ rows, ...operation }): Spot[] => [
      { of: operation.id, place: addressOf(operation), replaced: operation.replaced, ...basisIn(operation) },
      ...rows.map((row) => ({ ...row, of: operation.id })),
    ]),
    ...sections.map((section) => ({
      of: 'sections',
      place: `section ${section.name}`,
      replaced: section.replaced,
      ...basisIn(section),
    })),
  ]
}

function basisIn({ basis }: { basis?: Basis }): { basis?: Basis } {
  return basis === undefined ? {} : { basis }
}

/** Every gap that something still fills as this project assumed it. */
function remaining(
  operations: readonly ExplainedOperation[],
  sections: readonly ExplainedSection[],
  statements: ExplainInput['statements'],
): Assumption[] {
  const untouched = spotsOf(operations, sections).filter(({ replaced }) => !replaced)
  const byGap = Map.groupBy(untouched, ({ basis }) => basis?.assumed)
  byGap.delete(undefined)
  const order = (id: string) => statements.findIndex((statement) => statement.id === id)
  return [...byGap]
    .flatMap(([id, spots]): Assumption[] => {
      if (id === undefined) return []
      return [{ id, text: statements.find((statement) => statement.id === id)?.text ?? '', places: placesOf(spots) }]
    })
    .sort((a, b) => order(a.id) - order(b.id))
}

/** The same place of several operations is listed once. */
function placesOf(spots: readonly Spot[]): AssumedPlace[] {
  const groups = Map.groupBy(spots, ({ direction, place, role }) => JSON.stringify([direction, place, role]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { direction, place, role } = first
    return [
      {
        of: [...new Set(group.map(({ of: id }) => id))],
        ...(direction === undefined ? {} : { direction }),
        place,
        ...(role === undefined ? {} : { role }),
      },
    ]
  })
}
