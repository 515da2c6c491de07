/** From the text of a run's report to the report, as carefully as with anything from elsewhere. */
import type { ErrorObject } from 'ajv'
import { isJsonObject } from '../../core/index.ts'
import type { RunReport } from '../run-report.ts'
import { runReportSchema } from './run-report-schema.ts'

/** A file that is no report of a run; one line: `file: what is wrong; how to mend it`. */
export class RunReportError extends Error {
  override name = 'RunReportError'
}

const newestVersion = 1

/**
 * @param file as messages name it
 * @throws RunReportError
 */
export async function readRunReport({ text, file }: { text: string; file: string }): Promise<RunReport> {
  const value = parsed(text, file)
  if (!isJsonObject(value) || value['format'] !== 'ensayo-run') {
    throw new RunReportError(`${file}: this is no report of a run; give one that was written with --json`)
  }
  const version = value['formatVersion']
  if (typeof version === 'number' && version > newestVersion) {
    throw new RunReportError(
      `${file}: the report has format version ${version}, and this program knows up to ${newestVersion}; read it with a newer ensayo`,
    )
  }
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const validate = new Ajv2020({ strictTypes: false, strictRequired: false, allowUnionTypes: true }).compile<RunReport>(runReportSchema)
  if (validate(value)) return value
  throw new RunReportError(`${file}: ${described(validate.errors ?? [])}; the file was changed or cut: run again with --json`)
}

function parsed(text: string, file: string): unknown {
  try {
    // Some programs begin a file with a byte order mark, which JSON does not have.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new RunReportError(`${file}: this is not JSON (${why}); give a report that was written with --json`)
  }
}

/** The innermost error says most; `if` and `allOf` only repeat it. */
function described(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword !== 'if') ?? errors[0]
  if (error === undefined) return 'it has another shape'
  const values: unknown = 'allowedValues' in error.params ? error.params['allowedValues'] : undefined
  return `${error.instancePath === '' ? 'the whole' : error.instancePath} ${error.message ?? 'is wrong'}${Array.isArray(values) ? ` (${values.join(', ')})` : ''}`
}
