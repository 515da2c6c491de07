/** The project's own rules for its contract, as a Redocly plugin; redocly.yaml switches them on. */
import { basisForm } from './basis-form.ts'
import { readCatalogue } from './catalogue.ts'
import { knownRole } from './known-role.ts'
import { nodeBasis } from './node-basis.ts'
import { operationBasis } from './operation-basis.ts'
import { operationExamples } from './operation-examples.ts'
import { operationRefusals } from './operation-refusals.ts'
import { assumedIsGap, statedIsFact } from './statement-ids.ts'
import { valuesInEnum } from './values-in-enum.ts'
import type { Rule } from './visit.ts'

export default function ensayoRules(): { id: string; rules: { oas3: Record<string, Rule> } } {
  const catalogue = readCatalogue()
  return {
    id: 'ensayo',
    rules: {
      oas3: {
        'operation-basis': operationBasis,
        'node-basis': nodeBasis,
        'basis-form': basisForm,
        'stated-is-fact': statedIsFact(catalogue),
        'assumed-is-gap': assumedIsGap(catalogue),
        'operation-examples': operationExamples,
        'operation-refusals': operationRefusals,
        'known-role': knownRole,
        'values-in-enum': valuesInEnum,
      },
    },
  }
}
