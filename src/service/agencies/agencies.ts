import { refusal, success } from '../../core/index.ts'
import type { Outcome, TaxIdRequest, TaxIdVerdict, VatRequest, VatVerdict } from '../../core/index.ts'
import type { Principal } from '../../store/index.ts'
import type { AgencyRegistry } from '../catalogue.ts'
import { allows, describe } from '../users/index.ts'
import type { ToolId } from '../users/index.ts'
import { sameName } from './name.ts'

export interface AgenciesDeps {
  registry: AgencyRegistry
}

export interface Agencies {
  /**
   * Asks the national tax agency about a NIF, NIE or CIF (TOOL-1; everything about it is assumed: GAP-TOOLS).
   * An identifier is valid when its check digit is right and the agency knows it, and, when the request gives a
   * name, knows it under that name. The agency tells the name of whom it knows, except to who asked with
   * another one. `unavailable` when the registry says that the agency is down for this identifier.
   */
  validateTaxId(caller: Principal, request: TaxIdRequest): Promise<Outcome<TaxIdVerdict>>
  /** Asks the register of EU VAT numbers (TOOL-2; GAP-TOOLS), with the same outcomes. */
  validateVatId(caller: Principal, request: VatRequest): Promise<Outcome<VatVerdict>>
}

/** How long an agency that is down asks to be left alone. */
const retryAfterSeconds = 30

export function createAgencies({ registry }: AgenciesDeps): Agencies {
  // The check digits of 28 countries take some 40 ms to load, so they are, like the registers, the first time.
  let registers: Promise<Registers> | undefined
  const opened = () => (registers ??= openRegisters(registry))

  return {
    async validateTaxId(caller, request) {
      const refused = refuseTool(caller, 'taxId')
      if (refused !== undefined) return refused
      const { checkTaxId, taxIds } = await opened()
      const { value, kind, fault } = checkTaxId(request.value)
      const told = kind === undefined ? { value } : { value, kind }
      if (fault !== undefined) return success({ ...told, valid: false, reason: fault })
      const entry = taxIds.get(value)
      if (entry === undefined) return success({ ...told, valid: false, reason: 'unknown' })
      if (entry.status === 'down') return agencyDown('tax agency')
      if (request.name !== undefined && !sameName(request.name, entry.name)) {
        return success({ ...told, valid: false, reason: 'nameMismatch' })
      }
      return success({ ...told, valid: true, name: entry.name })
    },

    async validateVatId(caller, request) {
      const refused = refuseTool(caller, 'vatId')
      if (refused !== undefined) return refused
      const { checkVatId, vatIds } = await opened()
      const { value, country, fault } = checkVatId(request.value, request.country)
      const told = country === undefined ? { value } : { value, country }
      if (fault !== undefined) return success({ ...told, valid: false, reason: fault })
      const entry = vatIds.get(value)
      if (entry === undefined) return success({ ...told, valid: false, reason: 'unknown' })
      if (entry.status === 'down') return agencyDown('register of VAT numbers')
      return success({ ...told, valid: true, name: entry.name, address: entry.address })
    },
  }
}

type Registers = Awaited<ReturnType<typeof openRegisters>>

/** Both registers by identifier, however the fixtures spell it. */
async function openRegisters(registry: AgencyRegistry) {
  const { checkTaxId, checkVatId } = await import('../tax-ids/index.ts')
  return {
    checkTaxId,
    checkVatId,
    taxIds: new Map(registry.taxIds.map((entry) => [checkTaxId(entry.value).value, entry])),
    vatIds: new Map(registry.vatIds.map((entry) => [checkVatId(entry.value).value, entry])),
  }
}

function refuseTool({ user }: Principal, id: ToolId) {
  const permission = { kind: 'tool', id } as const
  if (allows(user, permission)) return undefined
  const message = `Your user lacks the permission ${describe(permission)}; use a key whose user has it.`
  return refusal({ kind: 'forbidden', message })
}

function agencyDown(agency: string) {
  const message = `The ${agency} does not answer at the moment; ask again in ${retryAfterSeconds} seconds.`
  return refusal({ kind: 'unavailable', message, retryAfterSeconds })
}
