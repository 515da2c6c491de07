/** The simulated service as the edge sees it: meaning in, outcome out. */
import type {
  DocumentAnswer,
  DocumentRequest,
  Outcome,
  ReportPage,
  ReportRequest,
  TaxIdRequest,
  TaxIdVerdict,
  UserMeaning,
  VatRequest,
  VatVerdict,
  WriteOperation,
  WriteResult,
} from '../core/index.ts'
import type { Principal, SandboxId } from '../store/index.ts'

export interface Service {
  /** The owner of an API key; refused when the key is unknown or expired, or its user disabled (AUTH-1, AUTH-3). */
  authenticate(key: string): Promise<Outcome<Principal>>
  whoami(caller: Principal): Promise<Outcome<UserMeaning>>
  runReport(caller: Principal, request: ReportRequest): Promise<Outcome<ReportPage>>
  generateDocument(caller: Principal, request: DocumentRequest): Promise<Outcome<DocumentAnswer>>
  writeRecords(
    caller: Principal,
    request: { operations: WriteOperation[] },
  ): Promise<Outcome<{ results: WriteResult[] }>>
  /** The same by somebody in the service's console, who may write everything. */
  enterRecords(
    sandbox: SandboxId,
    request: { operations: WriteOperation[] },
  ): Promise<Outcome<{ results: WriteResult[] }>>
  validateTaxId(caller: Principal, request: TaxIdRequest): Promise<Outcome<TaxIdVerdict>>
  validateVatId(caller: Principal, request: VatRequest): Promise<Outcome<VatVerdict>>
}
