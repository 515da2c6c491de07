/** An explanation as text for a terminal. */
import { styleText } from 'node:util'
import type { Assumption, ExplainedOperation, ExplainedSection, Explanation, Replacement, Row } from './explanation.ts'
import { addressOf } from './replacements.ts'
import { fold, tableLines } from './table.ts'
import type { Column } from './table.ts'
import { basisInWords, operationsInWords, statusesInWords, wireInWords } from './words.ts'

export interface PrintOptions {
  /** Columns of the terminal; tables stay between 80 and 160. */
  width: number
  colour: boolean
}

/**
 * Tables of what each operation's parts mean, where they stand, how they travel and what that rests on; then
 * the sections' names, the assumptions that remain and what overlays replaced. Refusals, which nearly all
 * operations share, are shown once for all of them.
 */
export function printExplanation(explanation: Explanation, options: PrintOptions): string {
  const page = pageOf(options)
  const ids = explanation.operations.filter(({ kind }) => kind === 'operation').map(({ id }) => id)
  const [only, ...others] = explanation.operations
  const single = only !== undefined && others.length === 0
  return [
    [page.strong(`${explanation.title} ${explanation.version}`.trim()), ...legend(explanation, page)],
    ...explanation.operations.map((operation) => operationLines(operation, page, single)),
    single ? [] : refusalLines(explanation.operations, ids, page),
    sectionLines(explanation.sections, page),
    assumptionLines(explanation.assumptions, ids, page),
    replacementLines(explanation.replaced, ids, page),
    overriddenLines(explanation.overridden, page),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

interface Page {
  width: number
  strong(text: string): string
  faint(text: string): string
  /** Ids of facts and gaps, and the word overlay, each in its colour. */
  basis(text: string): string
}

function pageOf({ width, colour }: PrintOptions): Page {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text
  const [fact, gap, overlay] = [style('green'), style('yellow'), style('cyan')]
  return {
    width: Math.min(160, Math.max(80, width)),
    strong: style('bold'),
    faint: style('dim'),
    basis: (text) =>
      text
        .replaceAll(/\bGAP-[A-Z-]+|\boverlay\b|\b[A-Z]{3,}-\d+/g, (word) =>
          word.startsWith('GAP-') ? gap(word) : word === 'overlay' ? overlay(word) : fact(word),
        ),
  }
}

function legend({ replaced }: Explanation, page: Page): string[] {
  const text =
    'REP-1 and the like: stated by the documentation (in brackets: only these aspects). GAP-…: assumed by this project.' +
    `${replaced.length > 0 ? ' overlay: what this deployment has instead.' : ''} *: required.`
  return fold(text, page.width).map((line) => page.basis(line))
}

function operationLines(operation: ExplainedOperation, page: Page, withRefusals: boolean): string[] {
  const { id, summary, rows, absent, basis, replaced, kind } = operation
  const address = kind === 'notification' ? 'POST to the webhook’s target URL' : addressOf(operation)
  const shown = rows.filter(({ direction }) => withRefusals || direction !== 'refusal')
  return [
    `${page.strong(id)}  ${address}  ${page.basis(basisInWords(basis, replaced))}`,
    `  ${summary}`,
    ...rowTable(shown, page),
    ...(absent.length === 0 ? [] : [`  not there: ${absent.join(', ')}`]),
  ]
}

function columnsOf(page: Page, ...first: string[]): Column[] {
  return [...first, '', 'MEANING', 'PLACE'].map((heading): Column => ({ heading })).concat([{ heading: 'ON THE WIRE' }, { heading: 'RESTS ON', paint: page.basis, firm: true }])
}

function rowTable(all: readonly Row[], page: Page): string[] {
  const byDirection = Map.groupBy(all, ({ direction }) => direction)
  const rows = [...byDirection].flatMap(([direction, some]) => [direction, ...some.map((row) => cellsOf(row, statusesOf(some)))])
  return tableLines({ columns: columnsOf(page), rows, width: page.width, indent: 4, paintHeading: page.faint })
}

/** @param all the statuses of the refusals among which the row stands */
function cellsOf(row: Row, all: readonly string[]): string[] {
  const { place, role, required, basis, replaced } = row
  return [required ? '*' : '', role ?? '', place + statusesInWords(row, all), wireInWords(row), basisInWords(basis, replaced)]
}

function statusesOf(rows: readonly Row[]): string[] {
  return rows.filter(({ place, direction }) => direction === 'refusal' && place.startsWith('status ')).flatMap(({ statuses }) => statuses)
}

function refusalLines(operations: readonly ExplainedOperation[], ids: readonly string[], page: Page): string[] {
  const refusals = operations.flatMap(({ id, rows }) =>
    rows.filter(({ direction }) => direction === 'refusal').map((row) => ({ id, row, cells: cellsOf(row, statusesOf(rows)) })),
  )
  if (refusals.length === 0) return []
  const groups = Map.groupBy(refusals, ({ cells }) => cells.join('\n'))
  const merged = [...groups.values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ ...first, of: operationsInWords(group.map(({ id }) => id), ids) }]
  })
  const rows = merged.sort((a, b) => refusalOrder(a.row).localeCompare(refusalOrder(b.row)))
  return [
    page.strong('Refusals'),
    ...tableLines({
      columns: columnsOf(page, 'OF'),
      rows: rows.map(({ of, cells }) => [of, ...cells]),
      width: page.width,
      indent: 2,
      paintHeading: page.faint,
    }),
  ]
}

/** Operations differ in which refusals they have: all statuses come first, then headers, then what bodies share. */
function refusalOrder({ place }: Row): string {
  if (place.startsWith('status ')) return `1 ${place}`
  return place.startsWith('header ') ? '2' : '3'
}

function sectionLines(sections: readonly ExplainedSection[], page: Page): string[] {
  if (sections.length === 0) return []
  return [
    page.strong('Sections and their fields'),
    ...tableLines({
      columns: [{ heading: 'SECTION' }, { heading: 'FIELDS' }, { heading: 'RESTS ON', paint: page.basis, firm: true }],
      rows: sections.map(({ id, name, fields, basis, replaced }) => [
        renamed(id, name),
        Object.entries(fields).map(([field, wire]) => renamed(field, wire)).join(', '),
        basisInWords(basis, replaced),
      ]),
      width: page.width,
      indent: 2,
      paintHeading: page.faint,
    }),
  ]
}

function renamed(name: string, wire: string): string {
  return name === wire ? name : `${name}→${wire}`
}

function assumptionLines(assumptions: readonly Assumption[], ids: readonly string[], page: Page): string[] {
  if (assumptions.length === 0) return [page.strong('Nothing is assumed any more.')]
  const rows = assumptions.map(({ id, text, places }) => {
    const groups = Map.groupBy(places, ({ of, direction }) => `${operationsInWords(of, ids)}${direction === undefined ? '' : ` (${direction})`}`)
    const told = [...groups].map(([of, list]) => {
      const inWords = list.map(({ place }) => place.replace(/^body (?=.)|^section /, ''))
      return `${of}: ${[...new Set(inWords)].join(', ')}`
    })
    return [id, text, told.join('\n')]
  })
  return [
    page.strong(`What is still assumed (${assumptions.length})`),
    ...tableLines({
      columns: [{ heading: 'GAP', paint: page.basis, firm: true }, { heading: 'WHAT IS LEFT OPEN' }, { heading: 'WHERE IT IS FILLED', paint: page.faint }],
      rows,
      width: page.width,
      indent: 2,
      paintHeading: page.faint,
    }),
  ]
}

function replacementLines(replaced: readonly Replacement[], ids: readonly string[], page: Page): string[] {
  if (replaced.length === 0) return []
  const look = (looks: Replacement['was']) =>
    looks.map((one) => [one.place, wireInWords(one), one.required ? 'required' : ''].filter((text) => text !== '').join('; ')).join('\n') || '–'
  return [
    page.strong(`What overlays replaced (${replaced.length})`),
    ...tableLines({
      columns: [{ heading: 'OF' }, { heading: 'MEANING' }, { heading: 'WAS' }, { heading: 'IS' }, { heading: 'INSTEAD OF', paint: page.basis, firm: true }],
      rows: replaced.map(({ of, direction, role, basis, was, is }) => [
        operationsInWords(of, ids),
        role ?? direction ?? '',
        look(was),
        look(is),
        basis.map((one) => basisInWords(one, false)).join('\n'),
      ]),
      width: page.width,
      indent: 2,
      paintHeading: page.faint,
    }),
  ]
}

function overriddenLines(overridden: Explanation['overridden'], page: Page): string[] {
  if (overridden.length === 0) return []
  const told = overridden.flatMap(({ message }) => fold(message, page.width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`))
  return [page.strong(`Stated facts that overlays override (${overridden.length})`), ...told.map((line) => page.basis(line))]
}
