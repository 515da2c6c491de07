/**
 * The last step from roles to meaning: what a deployment writes for nothing is left out, and what its answer
 * does not repeat is taken from the request.
 */
import { documentFormats } from '../core/index.ts'
import type { DocumentFormat, Meanings, OperationId, ReportPage, WriteResult } from '../core/index.ts'
import type { Meaning } from './codec.ts'

type AnyRequest = Meanings[OperationId]['request']

/** The format that was asked for, perhaps by asking for none in particular; undefined when the request is not known. */
export function formatAsked(asked: AnyRequest | undefined, defaults: Meaning): DocumentFormat | undefined {
  if (asked === undefined) return undefined
  return 'format' in asked && asked.format !== undefined ? asked.format : documentFormats.find((format) => format === defaults.format)
}

/** Files are there when they were asked for; a list that is always there is empty otherwise. */
export function reportMeaning(page: ReportPage, asked: AnyRequest | undefined): ReportPage {
  if (page.files?.length !== 0 || asked === undefined) return page
  if ('withFiles' in asked && asked.withFiles === true) return page
  const { files: _, ...others } = page
  return others
}

/** The section is that of the operation in the same place where the deployment does not tell it. */
export function writeMeaning(results: readonly WriteResult[], asked: AnyRequest | undefined): WriteResult[] {
  const operations = asked !== undefined && 'operations' in asked ? asked.operations : []
  const isPaired = operations.length === results.length
  return results.map((result, index) => {
    const section = result.section ?? (isPaired ? operations[index]?.section : undefined)
    const told = section === undefined || section === result.section ? result : { ...result, section }
    return withoutIdleError(told)
  })
}

/** What did not fail has no error, though its place for one may hold an empty text or list. */
function withoutIdleError(result: WriteResult): WriteResult {
  const { error, ...others } = result
  if (error === undefined) return result
  if (result.outcome !== 'failed') return others
  if (error.details?.length !== 0) return result
  const { details: _, ...said } = error
  return { ...others, error: said }
}
