import { isJsonObject } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { schemaTypes } from '../schema.ts'
import type { Wire } from './explanation.ts'

/** JSON Schema 2020-12 (Validation), section 6: the assertions that bound a value. */
const limitKeywords = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]

/** How a value of this schema travels; the schema's references and `allOf` must have been resolved. */
export function wireOf(schema: JsonObject): Wire {
  const { const: constant, default: fallback, format, contentEncoding } = schema
  const values = schema['x-values']
  const dateFormat = schema['x-date-format']
  const items = isJsonObject(schema.items) ? schemaTypes(schema.items) : []
  const limits: JsonObject = {}
  for (const keyword of limitKeywords) if (schema[keyword] !== undefined) limits[keyword] = schema[keyword]
  return {
    types: schemaTypes(schema),
    ...(items.length > 0 ? { items } : {}),
    ...(isJsonObject(values) ? { values } : {}),
    ...(Array.isArray(schema.enum) ? { enum: schema.enum } : {}),
    ...(constant === undefined ? {} : { const: constant }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(typeof format === 'string' ? { format } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
    ...(typeof contentEncoding === 'string' ? { encoding: contentEncoding } : {}),
    ...(typeof dateFormat === 'string' ? { dateFormat } : {}),
  }
}

/** Of what is no JSON value: a status, a body as a whole, a rule. */
export const noWire: Wire = { types: [] }
