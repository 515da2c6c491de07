/** A run's report as JSON Schema 2020-12, against which one that was written elsewhere is read. */
import { safeties } from '../exchange/index.ts'
import { statementStates } from '../run-report.ts'

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const count = { type: 'integer', minimum: 0 } as const
const duration = { type: 'number', minimum: 0 } as const

/** Further properties are let through: a later program of the same format may add some. */
function object(properties: Record<string, object>, ...optional: string[]): object {
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) }
}

const list = (items: object): object => ({ type: 'array', items })

const headers = { type: 'object', additionalProperties: text }

const body = object({ text, encoding: { enum: ['text', 'base64'] }, bytes: count, cut: { type: 'boolean' } })

const exchange = object(
  {
    at: text,
    request: object({ method: text, url: text, headers, body }, 'body'),
    answer: object({ status: { type: 'integer' }, headers, body }, 'body'),
    failure: text,
    durationMs: duration,
    curl: text,
  },
  'answer',
  'failure',
)

const deviation = object({ message: text, expected: text, found: text, cure: text }, 'expected', 'found', 'cure')

/** One of several shapes, told apart by one property. */
function union(tag: string, shapes: Record<string, object>): object {
  return {
    type: 'object',
    required: [tag],
    properties: { [tag]: { enum: Object.keys(shapes) } },
    allOf: Object.entries(shapes).map(([value, shape]) => ({
      if: { properties: { [tag]: { const: value } }, required: [tag] },
      then: shape,
    })),
  }
}

const basis = union('kind', {
  stated: object({ statements: texts }),
  assumed: object({ gap: text }),
  must: object({ source: text }),
  should: object({ source: text }),
})

const verdict = union('verdict', {
  pass: object({ evidence: text }),
  confirmed: object({ evidence: text }),
  fail: object({ deviation }),
  refuted: object({ deviation }),
  inconclusive: object({ reason: text, cure: text }),
  'not-run': object({ reason: text, cure: text }),
  'suite-error': object({ error: text }),
})

const oneCase = object(
  {
    id: text,
    area: text,
    title: text,
    basis,
    safety: { enum: safeties },
    evidence: text,
    result: verdict,
    durationMs: duration,
    notes: texts,
    exchanges: list(exchange),
    notifications: list(exchange),
    reason: text,
    repeat: text,
    known: object({ owner: text, reason: text, expires: text }),
  },
  'reason',
  'known',
)

const statement = object({
  id: text,
  kind: { enum: ['fact', 'gap'] },
  text,
  state: { enum: statementStates },
  cases: texts,
  why: text,
})

export const runReportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object({
    format: { const: 'ensayo-run' },
    formatVersion: { const: 1 },
    tool: object({ name: { const: 'ensayo' }, version: text }),
    subject: { enum: ['service', 'receiver'] },
    run: text,
    seed: { type: 'number' },
    startedAt: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' },
    durationMs: duration,
    target: object({ kind: { enum: ['mock', 'deployment', 'receiver'] }, url: text }),
    contract: object({
      overlays: list(object({ file: text, title: text, version: text })),
      overridden: list(object({ message: text, statements: texts })),
    }),
    allowed: { type: 'array', items: { enum: safeties } },
    areas: list(object({ area: text, title: text })),
    cases: list(oneCase),
    statements: list(statement),
    requests: count,
    leftovers: list(object({ section: text, recordId: { type: ['integer', 'number', 'string'] }, why: text })),
    notices: texts,
    exitCode: { enum: [0, 1, 2] },
  }),
}
