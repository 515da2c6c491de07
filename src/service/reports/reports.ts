import { refusal, success } from '../../core/index.ts'
import type { Outcome, ReportFile, ReportPage, ReportRequest } from '../../core/index.ts'
import { QueryRefused } from '../../store/index.ts'
import type { Page, Principal, SandboxId, Store } from '../../store/index.ts'
import type { ReportDefinition } from '../catalogue.ts'
import { checkParameters, nearest, quoted } from '../parameters.ts'
import { allows, describe } from '../users/index.ts'
import { sliceOf } from './paging.ts'
import type { PageLimits, Slice } from './paging.ts'
import { presentReport } from './presentation.ts'

export interface ReportsDeps {
  store: Pick<Store, 'page' | 'files'>
  limits: PageLimits
}

/** What there is in the caller's sandbox. */
export interface ReportsView {
  reports: ReadonlyMap<string, ReportDefinition>
  /** Its labels name the columns of requests that do not ask for safe names (REP-5). */
  serviceVersion: string
}

export interface Reports {
  /**
   * One page of a report (REP-1 to REP-5). While nothing in the sandbox changes, the same request gives the
   * very same frozen answer, so a caller may keep what it made of it in a WeakMap.
   *
   * A permission for the report is enough; no section that it reads has to be permitted, since whoever
   * configured the report decided what it shows (GAP-PERMISSIONS).
   *
   * Refuses as `notFound` with the nearest id that the caller may run, as `forbidden` with the permission that
   * is missing, as `invalid` with pointers in names of meaning (`/parameters/<name>`, `/page`, `/pageSize`), as
   * `internal` when the report's own SQL is refused by the store.
   */
  run(caller: Principal, request: ReportRequest, view: ReportsView): Promise<Outcome<ReportPage>>
}

export function createReports({ store, limits }: ReportsDeps): Reports {
  const runners = new WeakMap<ReportDefinition, Map<string, Runner>>()

  function runnerOf(definition: ReportDefinition, serviceVersion: string): Runner {
    const before = runners.get(definition)?.get(serviceVersion)
    if (before !== undefined) return before
    const runner = createRunner({ store, definition, serviceVersion })
    const versions = runners.get(definition) ?? new Map<string, Runner>()
    runners.set(definition, versions.set(serviceVersion, runner))
    return runner
  }

  return {
    async run(caller, request, { reports, serviceVersion }) {
      const { id } = request
      const definition = reports.get(id)
      if (definition === undefined) {
        const findable = [...reports.keys()].filter(each => allows(caller.user, { kind: 'report', id: each }))
        const closest = nearest(id, findable)
        const hint = closest === undefined ? '' : `; the nearest is "${closest}"`
        return refusal({ kind: 'notFound', message: `there is no report ${quoted(id)}${hint}` })
      }
      const permission = { kind: 'report', id } as const
      if (!allows(caller.user, permission)) {
        const message = `the report "${id}" needs the permission ${describe(permission)}`
        return refusal({ kind: 'forbidden', message })
      }
      const slice = sliceOf(request, limits)
      if (!slice.ok) return slice
      try {
        return await runnerOf(definition, serviceVersion)(caller.sandbox, request, slice.value)
      } catch (error) {
        if (!(error instanceof QueryRefused)) throw error
        return refusal({ kind: 'internal', message: `the report "${id}" cannot run: ${error.message}` })
      }
    },
  }
}

type Runner = (sandbox: SandboxId, request: ReportRequest, slice: Slice) => Promise<Outcome<ReportPage>>

function createRunner({
  store,
  definition,
  serviceVersion: version,
}: {
  store: ReportsDeps['store']
  definition: ReportDefinition
  serviceVersion: string
}): Runner {
  const { sql, order, parameters, files } = definition
  const looks = {
    safe: createLook(presentReport(definition, { safe: true, version })),
    labelled: createLook(presentReport(definition, { safe: false, version })),
  }

  async function filesOf(sandbox: SandboxId, { rows }: Page): Promise<readonly ReportFile[]> {
    if (files === undefined) return []
    const { section, column } = files
    const ids = new Set(rows.flatMap(row => (typeof row[column] === 'number' ? [row[column]] : [])))
    const found = await store.files(sandbox, section, [...ids])
    return found.map(({ recordId, name, mediaType, content }) => ({ recordId, name, mediaType, content }))
  }

  return async (sandbox, request, slice) => {
    const bound = checkParameters(parameters, request.parameters)
    if (!bound.ok) return bound
    const { limit, offset } = slice
    const page = await store.page(sandbox, { sql, parameters: bound.value, order, limit, offset })
    const look = request.safeColumnNames === true ? looks.safe : looks.labelled
    if (request.withFiles !== true) return success(look.plain(page, slice))
    const known = look.withFiles(page, slice)
    if (known !== undefined) return success(known)
    const attached = await filesOf(sandbox, page)
    // Another caller may have been faster.
    return success(look.withFiles(page, slice) ?? look.attach(page, slice, attached))
  }
}

/**
 * Makes the answers of one report under one naming, each once per page of the store. The store decides how
 * long it keeps a page; an answer without files lives as long as its page. One with files may be large, so it
 * lives only as long as somebody else holds it.
 */
function createLook({ columns, rowsOf }: ReturnType<typeof presentReport>) {
  const plain = new WeakMap<Page, ReportPage>()
  const withFiles = new WeakMap<Page, WeakRef<ReportPage>>()

  function answer(page: Page, { page: number, pageSize }: Slice): ReportPage {
    const { totalRows } = page
    const totalPages = Math.ceil(totalRows / pageSize)
    const hasMore = number < totalPages
    return { rows: rowsOf(page), columns, page: number, pageSize, totalRows, totalPages, hasMore }
  }

  // Pages beyond what can be counted exactly are all one to the store.
  const same = (before: ReportPage | undefined, { page }: Slice) => (before?.page === page ? before : undefined)

  return {
    plain(page: Page, slice: Slice): ReportPage {
      const before = same(plain.get(page), slice)
      if (before !== undefined) return before
      const made = Object.freeze(answer(page, slice))
      plain.set(page, made)
      return made
    },
    withFiles: (page: Page, slice: Slice) => same(withFiles.get(page)?.deref(), slice),
    attach(page: Page, slice: Slice, files: readonly ReportFile[]): ReportPage {
      for (const file of files) Object.freeze(file)
      const made = Object.freeze({ ...answer(page, slice), files: Object.freeze(files) })
      withFiles.set(page, new WeakRef(made))
      return made
    },
  }
}
