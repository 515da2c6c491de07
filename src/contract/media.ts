/** The payload of one media type, shared by requests, answers and notifications. */
import { isJsonObject } from '../core/index.ts'
import type { JsonObject } from '../core/index.ts'
import { compileCodec } from './codec.ts'
import type { Codec, Findings } from './codec.ts'
import type { Role } from './roles.ts'
import type { Document } from './schema.ts'
import type { Validate, Validation } from './validation.ts'

export interface Media {
  /** Lower case, without parameters. */
  type: string
  codec: Codec
  validate: Validate
  /** The roles bound in this payload. */
  roles: ReadonlySet<Role>
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
    .map(([type, media]) => {
      const schema = isJsonObject(media.schema) ? media.schema : {}
      const roles = new Set<Role>()
      const bound = (role: Role) => {
        roles.add(role)
        findings.bound(role)
      }
      const codec = compileCodec(document, schema, { ...findings, bound }, `${where} as ${type}`)
      return { type: mediaTypeOf(type), codec, validate: isBinary(type) ? () => [] : validation.validator(schema), roles }
    })
}

/** `text/html; charset=utf-8` → `text/html`. */
function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json')
}

/** Neither JSON nor text: the body is bytes, which no JSON Schema describes. */
function isBinary(mediaType: string): boolean {
  const type = mediaTypeOf(mediaType)
  return !isJsonType(type) && !type.startsWith('text/')
}
