/** REP-4, REP-5, VER-1: the names of columns, with and without `safeColumnsName`, over calls, users and versions. */
import type { Case, CaseContext, KeyName, Suite } from '../src/conformance/index.ts'
import type { Row } from '../src/core/index.ts'
import { asking, judgeSteadily, readable } from './report-reading.ts'
import type { Finding } from './report-reading.ts'
import { columnNames, shownRow, valuesText } from './row-comparison.ts'

const safeNames = { kind: 'stated', statements: ['REP-4'] } as const
const needs = ['fullKey', 'report'] as const

/** The names of the sample's columns: of its rows, in their order. */
async function names(context: CaseContext, { safe = true, key }: { safe?: boolean; key?: KeyName } = {}): Promise<string[]> {
  const sample = context.sample('report')
  const asked = { ...asking(sample), ...(safe ? { safeColumnNames: true } : {}) }
  const { rows } = context.given(await context.client(key).runReport(asked), `the report ${sample.id}`)
  if (rows.length === 0) context.unjudged(`the report ${sample.id} has no rows`, 'Name a report with rows in samples.report.')
  return columnNames(rows)
}

/** Names that are gone while others have come; undefined when columns were at most added, or left out. */
function renamed(before: readonly string[], after: readonly string[]): { gone: string[]; come: string[] } | undefined {
  const gone = before.filter((name) => !after.includes(name))
  const come = after.filter((name) => !before.includes(name))
  return gone.length > 0 && come.length > 0 ? { gone, come } : undefined
}

const cases: readonly Case[] = [
  {
    id: 'COL-SAFE-STABLE',
    title: 'Safe column names are the same in every call and on every page',
    basis: { kind: 'stated', statements: ['REP-4', 'VER-1'] },
    safety: 'read',
    needs,
    evidence: 'The same names in several calls, on several pages.',
    async run(context) {
      await readable(context)
      const first = await names(context)
      const sample = context.sample('report')
      context.snapshot.record(sample.id, first)
      const others = [
        { what: 'in another call', page: 1 },
        { what: 'on page 1 of 2 rows', page: 1, pageSize: 2 },
        { what: 'on page 2 of 2 rows', page: 2, pageSize: 2 },
      ]
      for (const { what, ...page } of others) {
        const { rows } = context.must(await context.client().runReport({ ...asking(sample), ...page, safeColumnNames: true }), `the report, ${what}`)
        const found = columnNames(rows)
        if (found.length === 0) continue
        // A service may leave out what is empty on a page; what it may not do is to call it otherwise.
        const foreign = found.filter((name) => !first.includes(name))
        context.check(foreign.length === 0, { message: `safe column names are others ${what}`, expected: first.join(', '), found: found.join(', ') })
      }
      return `${first.length} names were the same in four calls: ${first.slice(0, 4).join(', ')} …`
    },
  },
  {
    id: 'COL-SAFE-VALUES',
    title: 'safeColumnsName changes names only, no values',
    basis: safeNames,
    safety: 'read',
    needs,
    evidence: 'The same values in each row, in the same order of rows, with and without it.',
    async run(context) {
      await readable(context)
      const request = asking(context.sample('report'))
      return judgeSteadily(context, async (): Promise<Finding> => {
        const plain = context.given(await context.client().runReport({ ...request, pageSize: 20 }), 'the report').rows
        const safe = context.given(await context.client().runReport({ ...request, pageSize: 20, safeColumnNames: true }), 'the report with safe names').rows
        if (plain.length === 0) context.unjudged('the report has no rows', 'Name one with rows in samples.report.')
        if (columnNames(plain).length < columnNames(safe).length) {
          context.unjudged('several columns share a name without safeColumnsName, so their values cannot all be seen', 'Name another report in samples.report.')
        }
        const at = plain.findIndex((row, index) => valuesText(row) !== valuesText(safe[index] ?? {}))
        if (at === -1 && plain.length === safe.length) return { holds: true, evidence: `${plain.length} rows have the same values with and without safe names.` }
        const where = at === -1 ? plain.length : at
        const shown = (rows: readonly Row[]) => shownRow(rows[where])
        return {
          holds: false,
          deviation: { message: `row ${where + 1} has other values with safeColumnsName`, expected: shown(plain), found: shown(safe) },
        }
      })
    },
  },
  {
    id: 'COL-SAFE-USERS',
    title: 'Safe column names do not depend on the user',
    basis: safeNames,
    safety: 'read',
    needs: ['fullKey', 'secondKey', 'report'],
    evidence: 'The same names for two users.',
    async run(context) {
      await readable(context)
      const mine = await names(context)
      const theirs = await names(context, { key: 'second' })
      // Somebody who may see fewer columns sees fewer; the names of the others stay.
      const difference = renamed(mine, theirs)
      context.check(difference === undefined, { message: 'another user gets other safe column names', expected: mine.join(', '), found: theirs.join(', ') })
      const shared = mine.filter((name) => theirs.includes(name))
      if (shared.length === 0) context.unjudged('the two users share no column', 'Give the second user the same report.')
      return `${shared.length} names are the same for two users.`
    },
  },
  {
    id: 'COL-SAFE-SNAPSHOT',
    title: 'Safe column names are those of an earlier run',
    basis: safeNames,
    safety: 'read',
    needs,
    evidence: 'The names that a stored snapshot has of this report.',
    async run(context) {
      const { id } = context.sample('report')
      const found = await names(context)
      context.snapshot.record(id, found)
      const { earlier } = context.snapshot
      const stored = earlier?.reports[id]?.columns
      if (stored === undefined) {
        return context.unjudged(
          earlier === undefined ? 'there is no snapshot of an earlier run' : `the snapshot knows no report ${id}`,
          'Give a file with --snapshot: the first run writes the names into it, a run after an update compares.',
        )
      }
      const difference = renamed(stored, found)
      context.check(difference === undefined, {
        message: `safe column names have changed since the snapshot: ${difference?.gone.join(', ') ?? ''}`,
        expected: stored.join(', '),
        found: found.join(', '),
        cure: 'If somebody has set up the report anew, make a new snapshot.',
      })
      const gone = stored.filter((name) => !found.includes(name))
      if (gone.length > 0) {
        context.unjudged(`columns are gone and none has come in their place: ${gone.join(', ')}`, 'See whether somebody has changed the report; then make a new snapshot.')
      }
      return `${stored.length} names are those of the earlier run${earlier?.serviceVersion === undefined ? '' : ` on version ${earlier.serviceVersion}`}.`
    },
  },
  {
    id: 'COL-SAFE-VERSIONS',
    title: 'Safe column names are the same in all versions of the service',
    basis: safeNames,
    // Whoever changes the version has to be alone.
    safety: 'write',
    needs: [...needs, 'versions'],
    evidence: 'The same names in every version that the service can be brought to.',
    async run(context) {
      const { known, change } = context.versions()
      let before: string[] | undefined
      for (const version of known) {
        await change(version)
        const found = await names(context)
        const expected = before ?? found
        context.check(expected.toSorted().join('\n') === found.toSorted().join('\n'), {
          message: `version ${version} has other safe column names`,
          expected: expected.join(', '),
          found: found.join(', '),
        })
        before = found
      }
      if (known.length < 2 || before === undefined) return context.unjudged('only one version is known', 'Name another one.')
      return `${before.length} names are the same in the versions ${known.join(' and ')}.`
    },
  },
  {
    id: 'COL-PLAIN-VERSIONS',
    title: 'Without safeColumnsName a new version brings other column names',
    // REP-5 says that it can; that it does is what a rehearsal of an update needs.
    basis: { kind: 'assumed', gap: 'GAP-VERSIONS' },
    safety: 'write',
    needs: [...needs, 'versions'],
    evidence: 'Other names in another version, for the same report.',
    async run(context) {
      const { known, change } = context.versions()
      const seen: string[] = []
      for (const version of known) {
        await change(version)
        seen.push((await names(context, { safe: false })).join(', '))
      }
      if (seen.length < 2) context.unjudged('only one version is known', 'Name another one.')
      context.check(new Set(seen).size > 1, { message: 'the names are the same in all versions', expected: 'other names in another version', found: seen[0] ?? '' })
      return `The versions ${known.join(' and ')} have different names.`
    },
  },
]

export const columnsSuite: Suite = { area: 'columns', title: 'Column names', cases }
