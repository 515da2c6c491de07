/** One header of an answer: its text on the wire, its codec. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject, JsonValue, Violation } from '../core/index.ts'
import { compileCodec, decodeInto, emptyOf, encodeFrom } from './codec.ts'
import type { Codec, CodecContext, Meaning } from './codec.ts'
import { followReference, resolveSchema } from './schema.ts'
import { textForm } from './text-value.ts'
import type { TextForm } from './text-value.ts'
import type { WireAnswer } from './types.ts'
import type { Validate, Validation } from './validation.ts'

export interface AnswerHeader {
  /** Lower case. */
  name: string
  codec: Codec
  required: boolean
  /** What is written where it is required and there is nothing to say. */
  empty: JsonValue | undefined
  form: TextForm
  validate: Validate
}

/** Reads the `headers` of a Response Object; a Header Object may have the role itself or on its schema. */
export function compileHeaders(
  { document, findings }: Pick<CodecContext, 'document' | 'findings'>,
  headers: JsonObject,
  validation: Validation,
): AnswerHeader[] {
  return (
    Object.entries(headers)
      .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
      // The media type says it; OpenAPI 3.1, Response Object: a header of this name is ignored.
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, source]) => {
        const header = followReference(document, source)
        const schema = isJsonObject(header.schema) ? header.schema : {}
        const withRole = header['x-role'] === undefined ? schema : { ...schema, 'x-role': header['x-role'] }
        const codec = compileCodec({ document, findings, carrier: 'text' }, withRole, `the header ${name}`)
        const required = header.required === true
        const empty = required ? emptyOf(resolveSchema(document, schema), codec) : undefined
        if (required && codec.form === 'filler' && empty === undefined) findings.unfillable(`the header ${name}`)
        return {
          name: name.toLowerCase(),
          codec,
          required,
          empty,
          form: textForm(document, schema),
          validate: validation.validator(schema),
        }
      })
  )
}

export function writeHeaders(headers: readonly AnswerHeader[], meaning: Meaning): Record<string, string> {
  const written: Record<string, string> = {}
  for (const { name, codec, required, empty, form } of headers) {
    if (codec.form === 'filler' && !required) continue
    const said = encodeFrom(codec, meaning)
    const value = said === undefined ? empty : said
    if (value !== undefined) written[name] = form.write(value)
  }
  return written
}

export function readHeaders(headers: readonly AnswerHeader[], sent: WireAnswer['headers'], meaning: Meaning): void {
  for (const header of headers) decodeInto(header.codec, valueOf(header, sent), meaning, false)
}

export function checkHeaders(headers: readonly AnswerHeader[], sent: WireAnswer['headers']): Violation[] {
  return headers.flatMap((header) => {
    const { name, required, validate } = header
    const value = valueOf(header, sent)
    if (value !== undefined) return validate(value, `/headers/${name}`)
    return required ? [{ pointer: `/headers/${name}`, message: 'the header is missing' }] : []
  })
}

function valueOf({ name, form }: AnswerHeader, sent: WireAnswer['headers']): unknown {
  const text = sent[name]
  return text === undefined ? undefined : form.read(text)
}
