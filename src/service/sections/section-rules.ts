import type { Fields } from '../../core/index.ts'
import type { Behaviour, Section } from '../catalogue.ts'
import type { FieldShape } from './field-shape.ts'
import { describeShape } from './field-shape.ts'
import type { Numbering } from './record-number.ts'
import type { RecordValidator } from './record-validator.ts'
import type { MovesStock } from './stock-moves.ts'
import { withTotals } from './totals.ts'

/** A section with everything that a write of one of its records needs, made ready once. */
export interface SectionRules {
  section: Section
  shape: FieldShape
  validate: RecordValidator
  numbering: Numbering | undefined
  movesStock: readonly MovesStock[]
  /** The fields with all computed ones that need nothing but the record itself; `fields` stays as it is. */
  computed(fields: Fields): Fields
}

export interface RuleBook {
  /** The rules of a section that was made ready; undefined when there is no such section. */
  rules(section: string): SectionRules | undefined
  /** Makes the rules of these sections ready; the first time that takes some 100 ms, since it loads Ajv. */
  prepare(sections: Iterable<string>): Promise<void>
}

export function createRuleBook(sections: ReadonlyMap<string, Section>): RuleBook {
  const ready = new Map<string, SectionRules>()
  let validators: Promise<Compile> | undefined

  return {
    rules: (section) => ready.get(section),
    async prepare(names) {
      for (const name of names) {
        const section = sections.get(name)
        if (section === undefined || ready.has(name)) continue
        validators ??= loadValidators()
        const compile = await validators
        if (!ready.has(name)) ready.set(name, rulesOf(section, compile))
      }
    },
  }
}

type Compile = (schema: Section['schema'], shape: FieldShape) => RecordValidator

async function loadValidators(): Promise<Compile> {
  const { createRecordValidators } = await import('./record-validator.ts')
  return createRecordValidators()
}

function rulesOf(section: Section, compile: Compile): SectionRules {
  const shape = describeShape(section.schema)
  const totals = only(section, 'totals')
  return {
    section,
    shape,
    validate: compile(section.schema, shape),
    numbering: only(section, 'numbering')[0],
    movesStock: only(section, 'movesStock'),
    computed: (fields) => totals.reduce((sofar, { lines }) => withTotals(sofar, lines), fields),
  }
}

type BehaviourOf<K> = Extract<Behaviour, { kind: K }>

function only<K extends Behaviour['kind']>({ behaviours }: Section, kind: K): BehaviourOf<K>[] {
  return behaviours.filter((behaviour): behaviour is BehaviourOf<K> => behaviour.kind === kind)
}
