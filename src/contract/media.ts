/** The payload of one media type, shared by requests, answers and notifications. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject } from '../core/index.ts'
import type { Carrier } from './bytes.ts'
import { compileCodec } from './codec.ts'
import type { Codec, Findings } from './codec.ts'
import { ContractError } from './contract-error.ts'
import type { Role } from './roles.ts'
import type { Document } from './schema.ts'
import { textForm } from './text-value.ts'
import type { Validate, Validation } from './validation.ts'

export interface Media {
  /** Lower case, without parameters; may be a range (`text/*`). */
  type: string
  codec: Codec
  /** The roles bound in this payload. */
  roles: ReadonlySet<Role>
  /** The body as the schema types it: what came as text may be a number. */
  read(body: unknown): unknown
  validate: Validate
}

/** Compiles the `content` of a request body or response (OpenAPI 3.1, Media Type Object). */
export function compileMedia(
  document: Document,
  content: JsonObject,
  validation: Validation,
  findings: Findings,
  where: string,
): Media[] {
  return Object.entries(content)
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([name, media]) => {
      const type = mediaTypeOf(name)
      const carrier = carrierOf(type)
      const schema = isJsonObject(media.schema) ? media.schema : {}
      const roles = new Set<Role>()
      const bound = (role: Role) => {
        roles.add(role)
        findings.bound(role)
      }
      const codec = compileCodec({ document, findings: { ...findings, bound }, carrier }, schema, `${where} as ${name}`)
      if (carrier !== 'json' && (codec.form === 'object' || codec.form === 'list')) {
        throw new ContractError(`${where} is ${name}, which carries one value; bind a single role there, or make it JSON`)
      }
      const form = textForm(document, schema)
      const read = (body: unknown) => (carrier === 'text' && typeof body === 'string' ? form.read(body) : body)
      const check = validation.validator(schema)
      // No JSON Schema describes bytes.
      const validate: Validate = (body, at) => (carrier === 'bytes' ? [] : check(read(body), at))
      return { type, codec, roles, read, validate }
    })
}

/** `text/html; charset=utf-8` → `text/html`. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json')
}

/** A range is written as its most usual member (BODY-1), and so compiled as that. */
export function writtenType(mediaType: string): string {
  if (!mediaType.endsWith('/*')) return mediaType
  return mediaType === 'text/*' ? 'text/plain' : 'application/json'
}

function carrierOf(mediaType: string): Carrier {
  const type = writtenType(mediaType)
  if (isJsonType(type)) return 'json'
  return type.startsWith('text/') ? 'text' : 'bytes'
}
