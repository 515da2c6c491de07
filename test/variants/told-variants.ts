/** Deployments that an overlay describes to the suite. */
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { createContract, loadContract } from '../../src/contract/index.ts'
import { bundledContract } from '../../src/contract/load.ts'
import { isJsonObject } from '../../src/core/index.ts'
import type { JsonValue, OperationId } from '../../src/core/index.ts'
import type { HttpAnswer } from '../../src/conformance/index.ts'
import { altering, jsonOf } from '../mutants/mutant.ts'
import { renameAssumed } from '../renamed-contract.ts'
import type { Variant } from './variant.ts'

const ownOverlays = join(import.meta.dirname, 'overlays')
const examples = join(import.meta.dirname, '..', '..', 'openapi', 'overlays')

/** `touched` when it describes those operations only. */
function overlaid(name: string, differs: string, touched?: readonly OperationId[]): Variant {
  const file = join(ownOverlays, `${name}.yaml`)
  const met = touched === undefined ? {} : altering(touched, () => (request, forward) => forward(request))
  return { name, differs, isTold: true, contract: () => loadContract({ overlays: [file] }), ...met }
}

/** It has no place of their own for files, which therefore stand in the rows. */
const filesInRows = altering(['runReport'], () => async (request, forward) => {
  const answer = await forward(request)
  const rows = parsed(answer)
  if (jsonOf(request)?.['withFiles'] !== true || !Array.isArray(rows)) return answer
  const filled = rows.map((row) => (isJsonObject(row) ? { ...row, attached: [{ file: 'note.txt', base64: 'bm90ZQ==' }] } : row))
  return { ...answer, body: new TextEncoder().encode(JSON.stringify(filled)) }
})

export const toldVariants: readonly Variant[] = [
  {
    name: 'all-renamed',
    differs: 'Every assumed name is another one.',
    isTold: true,
    isWhole: true,
    contract: () => Promise.resolve(createContract(renameAssumed(JSON.parse(readFileSync(bundledContract, 'utf8')), 7).document)),
  },
  {
    name: 'all-spanish',
    differs: 'It differs in everything in which it may.',
    isTold: true,
    isWhole: true,
    contract: () => loadContract({ overlays: [join(examples, 'ejemplo-es.yaml')] }),
  },
  overlaid('first-page-zero', 'Pages count from 0 and have 10 rows.'),
  { ...overlaid('bare-rows', 'A page of a report is a bare list of rows.'), ...filesInRows },
  overlaid('no-totals', 'A page only tells, in a header, whether there are more.'),
  overlaid('bare-writes', 'Operations and results are bare lists, outcomes are numbers.'),
  overlaid('plain-errors', 'Refusals are plain text.'),
  overlaid('other-statuses', 'Refusals, and successful writes, have other statuses.'),
  overlaid('get-tools', 'The tools are asked by GET.', ['validateTaxId', 'validateVatId']),
  overlaid('documents-in-json', 'Documents of every format come in base64 in JSON.', ['generateDocument']),
  overlaid('numbers-for-words', 'Formats, types and reasons are numbers.', ['generateDocument', 'validateTaxId', 'validateVatId']),
  overlaid('flags-in-words', 'Flags are S and N.', ['validateTaxId', 'validateVatId']),
  overlaid('ids-as-text', 'Ids of records are text.'),
  {
    ...overlaid('other-notifications', 'A notification stands in an envelope, with its kind in a header.', []),
    inPlace: () => ({}),
  },
  overlaid('little-of-users', 'Of a user only the name is told.', ['whoami']),
  overlaid('sections-renamed', 'Sections, fields and the request for a report have other names.'),
]

function parsed({ body }: HttpAnswer): JsonValue {
  return JSON.parse(new TextDecoder().decode(body))
}
