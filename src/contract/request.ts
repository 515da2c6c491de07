/** Requests of one operation between wire and meaning. */
import { isJsonObject, refusal, success } from '../core/index.ts'
import type { JsonObject, Outcome, Violation } from '../core/index.ts'
import { decodeInto, encodeFrom } from './codec.ts'
import type { Findings, Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { compileMedia } from './media.ts'
import type { Media } from './media.ts'
import { compileParameter, parameterPointer, parameterText, readParameter } from './parameter.ts'
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
  const parameters = parameterObjects(document, pathItem, operation).map((parameter) =>
    compileParameter(document, parameter, validation, findings),
  )
  const bodyObject = isJsonObject(operation.requestBody) ? followReference(document, operation.requestBody) : undefined
  const media =
    bodyObject !== undefined && isJsonObject(bodyObject.content)
      ? compileMedia(document, bodyObject.content, validation, findings, 'the request')
      : []
  const body = media[0]
  const bodyRequired = bodyObject?.required === true

  return {
    mediaTypes: media.map(({ type }) => type),
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
      const parameter = parameters.find((candidate) => pointer.startsWith(parameterPointer(candidate)))
      const found = parameter === undefined ? undefined : meaningTokens(parameter.codec, rest.slice(1))
      return found === undefined ? pointer : pointerOf(found)
    },
  }
}

function parameterObjects(document: Document, pathItem: JsonObject, operation: JsonObject): JsonObject[] {
  const own = asObjects(operation.parameters)
  const names = new Set(own.map((parameter) => identity(document, parameter)))
  const shared = asObjects(pathItem.parameters).filter((parameter) => !names.has(identity(document, parameter)))
  return [...shared, ...own]
}

function identity(document: Document, parameter: JsonObject): string {
  const { in: place, name } = followReference(document, parameter)
  return `${String(place)} ${String(name)}`
}

function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
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
    const value = encodeFrom(parameter.codec, meaning)
    const silent = parameter.codec.form === 'filler' && !parameter.required
    if (value === undefined || silent) {
      if (parameter.place === 'path') throw new ContractError(`the path parameter ${parameter.name} has no value`)
      continue
    }
    const text = parameterText(parameter, value)
    if (parameter.place === 'path') target = target.replace(`{${parameter.name}}`, encodeURIComponent(text))
    else if (parameter.place === 'header') headers[parameter.name.toLowerCase()] = text
    else query.push(`${encodeURIComponent(parameter.name)}=${encodeURIComponent(text)}`)
  }
  if (query.length > 0) target += `?${query.join('&')}`
  if (body === undefined) return { method, target, headers, body: undefined }
  return { method, target, headers: { ...headers, 'content-type': body.type }, body: encodeFrom(body.codec, meaning) ?? {} }
}
