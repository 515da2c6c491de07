/** Fields that a business system fills in itself, so that a made-up record adds up. */
import type { Fields, JsonValue } from '../../../core/index.ts'
import { withTotals } from '../../../service/index.ts'
import type { Chance } from './chance.ts'
import type { Section } from './section-fields.ts'

/** Numbers and totals, for the behaviours that the section declares. The number is nobody's: it only looks like one. */
export function withComputedFields(section: Section, fields: Fields, chance: Chance): Fields {
  let computed = { ...fields }
  for (const behaviour of section.behaviours) {
    if (behaviour.kind === 'totals') computed = withTotals(computed, behaviour.lines)
    if (behaviour.kind === 'numbering') {
      const year = textOf(computed[behaviour.date]).slice(0, 4)
      computed[behaviour.field] = `${textOf(computed[behaviour.series])}-${year}-${String(chance.between(1, 9999)).padStart(4, '0')}`
    }
  }
  return computed
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
