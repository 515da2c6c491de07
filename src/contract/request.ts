/** Requests of one operation between wire and meaning. */
import { isJsonObject, refusal, success } from '../core/index.ts'
import type { JsonObject, Outcome, Violation } from '../core/index.ts'
import { decodeInto, encodePayload } from './codec.ts'
import type { Findings, Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { compileMedia, isJsonType, mediaTypeOf } from './media.ts'
import type { Media } from './media.ts'
import { compileParameters, parameterPointer, readParameter, writeParameter } from './parameter.ts'
import type { Parameter } from './parameter.ts'
import { meaningTokens, pointerOf, pointerTokens, wireTokens } from './pointer.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import type { HttpMethod, OutgoingRequest, WireRequest } from './types.ts'
import type { Validation } from './validation.ts'

export interface RequestCodec {
  mediaTypes: readonly string[]
  decode(request: WireRequest): Outcome<Meaning>
  encode(meaning: Meaning): OutgoingRequest
  /** What a request means that says nothing. */
  defaults: Meaning
  /** A pointer into meaning as one into the wire request (`/body/…`, `/query/…`); unchanged when nothing binds it. */
  wirePointer(pointer: string): string
  /** The reverse. */
  meaningPointer(pointer: string): string
}

export interface RequestSource {
  document: Document
  validation: Validation
  method: HttpMethod
  path: string
  /** The Operation Object and the Path Item Object it stands in. */
  operation: JsonObject
  pathItem: JsonObject
  findings: Findings
}

export function compileRequest(source: RequestSource): RequestCodec {
  const { document, validation, method, path, operation, pathItem, findings } = source
  const parameters = compileParameters(document, { pathItem, operation }, validation, findings)
  const bodyObject = isJsonObject(operation.requestBody) ? followReference(document, operation.requestBody) : undefined
  const content = isJsonObject(bodyObject?.content) ? bodyObject.content : {}
  checkSendable(method, Object.keys(content))
  const media = compileMedia(document, content, validation, findings, 'the request')
  const body = media[0]
  const bodyRequired = bodyObject?.required === true
  const defaults: Meaning = {}
  for (const { codec } of [...parameters, ...media.slice(0, 1)]) decodeInto(codec, undefined, defaults, true)

  return {
    mediaTypes: media.map(({ type }) => type),
    defaults,
    decode(request) {
      const violations: Violation[] = []
      const meaning: Meaning = {}
      for (const parameter of parameters) decodeParameter(parameter, request, meaning, violations)
      if (body !== undefined) {
        if (request.body !== undefined) violations.push(...body.validate(request.body, '/body'))
        else if (bodyRequired) violations.push({ pointer: '/body', message: 'the body is missing', expected: `a JSON body` })
      }
      if (violations.length > 0) {
        return refusal({ kind: 'invalid', message: 'The request does not fit the contract.', violations })
      }
      if (body !== undefined) decodeInto(body.codec, request.body, meaning, true)
      return success(meaning)
    },
    encode(meaning) {
      return encodeRequest({ method, path, parameters, body }, meaning)
    },
    wirePointer(pointer) {
      const tokens = pointerTokens(pointer)
      const inBody = body === undefined ? undefined : wireTokens(body.codec, tokens)
      if (inBody !== undefined) return `/body${pointerOf(inBody)}`
      for (const parameter of parameters) {
        const inside = wireTokens(parameter.codec, tokens)
        if (inside !== undefined) return parameterPointer(parameter) + pointerOf(inside)
      }
      return pointer
    },
    meaningPointer(pointer) {
      const [place, ...rest] = pointerTokens(pointer)
      if (place === 'body' && body !== undefined) {
        const found = meaningTokens(body.codec, rest)
        return found === undefined ? pointer : pointerOf(found)
      }
      const at = pointerOf([place ?? '', rest[0] ?? ''])
      const parameter = parameters.find((candidate) => parameterPointer(candidate) === at)
      const found = parameter === undefined ? undefined : meaningTokens(parameter.codec, rest.slice(1))
      return found === undefined ? pointer : pointerOf(found)
    },
  }
}

/** What the toolkit's own sides can send and read: JSON bodies, and none with GET, which `fetch` has none for. */
function checkSendable(method: HttpMethod, mediaTypes: readonly string[]): void {
  if (mediaTypes.length > 0 && method === 'GET') {
    throw new ContractError('the request has a body, which GET cannot carry; move its parts into parameters and remove requestBody')
  }
  const other = mediaTypes.find((name) => !isJsonType(mediaTypeOf(name)))
  if (other !== undefined) {
    throw new ContractError(`the request body is ${other}, but only JSON is spoken here (BODY-1); make it application/json`)
  }
}

function decodeParameter(parameter: Parameter, request: WireRequest, meaning: Meaning, violations: Violation[]): void {
  const read = readParameter(parameter, request)
  if ('violation' in read) {
    violations.push(read.violation)
    return
  }
  const pointer = parameterPointer(parameter)
  if (read.value === undefined) {
    if (parameter.required) violations.push({ pointer, message: `the ${parameter.place} parameter is missing` })
  } else violations.push(...parameter.validate(read.value, pointer))
  decodeInto(parameter.codec, read.value, meaning, true)
}

interface RequestShape {
  method: HttpMethod
  path: string
  parameters: readonly Parameter[]
  body: Media | undefined
}

function encodeRequest({ method, path, parameters, body }: RequestShape, meaning: Meaning): OutgoingRequest {
  const headers: Record<string, string> = {}
  const query: string[] = []
  let target = path
  for (const parameter of parameters) {
    const text = writeParameter(parameter, meaning)
    if (text === undefined) {
      if (parameter.place === 'path') throw new ContractError(`the path parameter ${parameter.name} has no value`)
      continue
    }
    if (parameter.place === 'path') target = target.replace(`{${parameter.name}}`, encodeURIComponent(text))
    else if (parameter.place === 'header') headers[parameter.name.toLowerCase()] = text
    else query.push(`${encodeURIComponent(parameter.name)}=${encodeURIComponent(text)}`)
  }
  if (query.length > 0) target += `?${query.join('&')}`
  if (body === undefined) return { method, target, headers, body: undefined }
  return { method, target, headers: { ...headers, 'content-type': body.type }, body: encodePayload(body.codec, meaning) ?? {} }
}
