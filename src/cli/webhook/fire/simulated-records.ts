/** Records that a section allows, made up by json-schema-faker from its schema. */
import { isJsonObject } from '../../../core/index.ts'
import type { Fields, JsonObject, JsonValue } from '../../../core/index.ts'
import type { Catalogue } from '../../../service/index.ts'
import { UsageError } from '../../usage-error.ts'
import type { Chance } from './chance.ts'
import { withComputedFields } from './computed-fields.ts'
import { propertiesOf } from './section-fields.ts'
import type { Section } from './section-fields.ts'

/** Of each field, so many values of the fixtures are offered to the generator. */
const mostExamples = 200

const mostLines = 3

export interface SimulatedRecordsDeps {
  catalogue: Catalogue
  section: Section
  chance: Chance
  seed: number
}

/**
 * Gives one record after another. Its values are drawn from those that the fixtures' records have, which reads like
 * a business and keeps references and check digits right; where they have none, from the schema alone.
 * @throws UsageError when json-schema-faker is not installed
 */
export async function createSimulatedRecords(deps: SimulatedRecordsDeps): Promise<() => Fields> {
  const { catalogue, section, chance, seed } = deps
  const faker = await loadFaker()
  const generator = faker.createGeneratorSync({
    seed,
    alwaysFakeOptionals: true,
    useExamplesValue: true,
    formats: { 'es-tax-id': spanishTaxId, 'eu-vat': (random) => `ES${spanishTaxId(random)}` },
  })
  const known = catalogue.seed.records.filter((record) => record.section === section.id).map(({ fields }) => fields)
  const schema = withExamples(section.schema, known)
  return () => {
    const lines = chance.between(1, mostLines)
    const made = recordFrom(() => generator.generate({ ...withListsOf(schema, lines) }), section)
    return withComputedFields(section, inOrderOf(section.schema, made), chance)
  }
}

/** The generator gives up on some schemas, each in its own words. */
function recordFrom(generate: () => unknown, { id }: Section): JsonObject {
  const refuse = (reason: string) => new UsageError(`--section ${id}: no record can be made up, since ${reason}; give --record FILE`)
  let made: unknown
  try {
    made = generate()
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
  if (!isJsonObject(made)) throw refuse('its schema does not describe an object')
  return made
}

/** Nothing else needs it, so whoever has left it out can still do everything but this. */
async function loadFaker(): Promise<typeof import('json-schema-faker')> {
  try {
    return await import('json-schema-faker')
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (!isAbsent) throw error
    throw new UsageError(
      '--full: records are made up by json-schema-faker, which is not installed; npm install json-schema-faker, or give --record FILE',
      { cause: error },
    )
  }
}

/** The schema with what the fixtures know as examples; the generator then chooses among them. */
function withExamples(schema: JsonObject, known: readonly Fields[]): JsonObject {
  const properties = propertiesOf(schema).map(([name, property]): [string, JsonObject] => {
    const values = known.map((fields) => fields[name])
    // Lines are taken whole: an item's price belongs to the item.
    return isJsonObject(property.items)
      ? [name, { ...property, items: offering(property.items, values.flatMap(listOf)) }]
      : [name, offering(property, values)]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function offering(property: JsonObject, values: readonly (JsonValue | undefined)[]): JsonObject {
  const present = values.filter((value) => value !== undefined && value !== null)
  const distinct = [...new Map(present.map((value) => [JSON.stringify(value), value])).values()]
  return distinct.length === 0 ? property : { ...property, examples: distinct.slice(0, mostExamples) }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The generator makes lists as long as they may be, which no business does. */
function withListsOf(schema: JsonObject, length: number): JsonObject {
  const properties = propertiesOf(schema).map(([name, property]): [string, JsonObject] => {
    if (property.type !== 'array') return [name, property]
    const least = typeof property.minItems === 'number' ? property.minItems : 0
    const most = typeof property.maxItems === 'number' ? property.maxItems : length
    const count = Math.max(least, Math.min(most, length))
    return [name, { ...property, minItems: count, maxItems: count }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function inOrderOf(schema: JsonObject, fields: Fields): Fields {
  const names = [...propertiesOf(schema).map(([name]) => name), ...Object.keys(fields)]
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])))
}

/** A NIF: eight digits and the letter that belongs to them. */
function spanishTaxId(random: { int(min: number, max: number): number }): string {
  const number = random.int(10_000_000, 99_999_999)
  return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(number % 23)}`
}
