/** Asking the tools, and what their answers amount to. */
import type { CaseContext } from '../src/conformance/index.ts'
import type { TaxIdKind, TaxIdReason, VatReason } from '../src/core/index.ts'

/** Whether an identifier is called valid; a request refused for the identifier's sake does not call it so. */
export type ToolVerdict =
  | { kind: 'valid'; said: string; name?: string; whose?: TaxIdKind }
  | { kind: 'invalid'; said: string; reason?: TaxIdReason | VatReason; whose?: TaxIdKind }
  | { kind: 'refused'; said: string; status: number }

export type Ask = (context: CaseContext, value: string) => Promise<ToolVerdict>

export function sameVerdict(one: ToolVerdict, other: ToolVerdict): boolean {
  return one.kind === other.kind
}

export const askTaxId: Ask = async (context, value) => taxIdVerdict(context, { value })

export async function taxIdVerdict(
  context: CaseContext,
  request: { value: string; name?: string },
): Promise<ToolVerdict> {
  const result = await context.client().validateTaxId(request)
  if (!result.ok) return refusedOrUnjudged(context, result.error, request.value)
  const { valid, kind, reason, name } = result.value
  const whose = kind === undefined ? {} : { whose: kind }
  if (valid) return { kind: 'valid', said: 'called valid', ...(name === undefined ? {} : { name }), ...whose }
  return {
    kind: 'invalid',
    said: `called invalid${reason === undefined ? '' : ` (${reason})`}`,
    ...(reason === undefined ? {} : { reason }),
    ...whose,
  }
}

export const askVatId: Ask = async (context, value) => vatIdVerdict(context, { value })

export async function vatIdVerdict(
  context: CaseContext,
  request: { value: string; country?: string },
): Promise<ToolVerdict> {
  const result = await context.client().validateVatId(request)
  if (!result.ok) return refusedOrUnjudged(context, result.error, request.value)
  const { valid, reason, name } = result.value
  if (valid) return { kind: 'valid', said: 'called valid', ...(name === undefined ? {} : { name }) }
  return {
    kind: 'invalid',
    said: `called invalid${reason === undefined ? '' : ` (${reason})`}`,
    ...(reason === undefined ? {} : { reason }),
  }
}

type CallError = Extract<Awaited<ReturnType<ReturnType<CaseContext['client']>['validateTaxId']>>, { ok: false }>['error']

/** A status of 4xx may be how a tool says no, unless it is about the key. */
function refusedOrUnjudged(context: CaseContext, error: CallError, value: string): ToolVerdict {
  const status = 'exchange' in error ? error.exchange.answer.status : 0
  if (status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status)) {
    return { kind: 'refused', said: `refused with ${status}`, status }
  }
  return context.unjudged(
    `the tool gives no verdict on ${value}: ${error.message}`,
    'See that the key may use the tool and that it is reached; its name, method, request and answer are assumed, so others belong into an overlay.',
  )
}
