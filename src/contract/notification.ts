/** The outbound notification between wire and meaning (HOOK-2, GAP-HOOK-BODY). */
import { isJsonObject } from '../core/index.ts'
import type { RecordChanged, Violation } from '../core/index.ts'
import { missingRoles, unfillablePlace } from './binding.ts'
import { decodeInto, encodePayload } from './codec.ts'
import type { Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import type { ContractProblem } from './contract-error.ts'
import { compileMedia, isJsonType } from './media.ts'
import { compileParameters, parameterPointer, readParameter, writeParameter } from './parameter.ts'
import type { Parameter } from './parameter.ts'
import { notificationNeeds } from './roles.ts'
import type { Role } from './roles.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import { namesToMeaning, namesToWire } from './section-names.ts'
import type { SectionNames } from './section-names.ts'
import type { Notification, WireRequest } from './types.ts'
import type { Validation } from './validation.ts'

export function compileNotification(
  document: Document,
  validation: Validation,
  sections: SectionNames | undefined,
): { notification: Notification; missing: ContractProblem[] } {
  const webhooks = isJsonObject(document.webhooks) ? document.webhooks : {}
  const hook = isJsonObject(webhooks.recordChanged) ? followReference(document, webhooks.recordChanged) : {}
  const operation = isJsonObject(hook.post) ? hook.post : undefined
  const requestBody = isJsonObject(operation?.requestBody) ? followReference(document, operation.requestBody) : {}
  const roles = new Set<Role>()
  const missing: ContractProblem[] = []
  const findings = {
    bound: (role: Role) => roles.add(role),
    unfillable: (place: string) => missing.push(unfillablePlace('webhooks.recordChanged', place)),
  }
  const [media] = isJsonObject(requestBody.content)
    ? compileMedia(document, requestBody.content, validation, findings, 'the notification')
    : []
  if (operation === undefined || media === undefined) {
    throw new ContractError('webhooks.recordChanged has no POST with a request body (HOOK-2); add one')
  }
  if (!isJsonType(media.type)) {
    throw new ContractError(`the notification is ${media.type}, but only JSON is spoken here (BODY-1); make it application/json`)
  }
  const headers = compileParameters(document, { pathItem: hook, operation }, validation, findings)
  const elsewhere = headers.find(({ place }) => place !== 'header')
  if (elsewhere !== undefined) {
    throw new ContractError(
      `the notification has the ${elsewhere.place} parameter ${elsewhere.name}, but a webhook's target is its user's; make it a header`,
    )
  }
  const notification: Notification = {
    encode(meaning) {
      const named = sections === undefined ? meaning : namesToWire(sections, meaning)
      return { headers: writtenHeaders(headers, named), mediaType: media.type, body: encodePayload(media.codec, named) }
    },
    check(body, sent) {
      const violations = media.validate(body, '/body')
      return sent === undefined ? violations : violations.concat(headers.flatMap((header) => checkHeader(header, sent)))
    },
    decode(body, sent = {}) {
      const meaning: Meaning = {}
      for (const header of headers) {
        const read = readParameter(header, { path: {}, query: {}, headers: sent })
        if ('value' in read) decodeInto(header.codec, read.value, meaning, false)
      }
      decodeInto(media.codec, body, meaning, false)
      return asNotification(sections === undefined ? meaning : namesToMeaning(sections, meaning))
    },
  }
  missing.push(...missingRoles('notification', notificationNeeds, roles, operation['x-role-absent']))
  return { notification, missing }
}

function writtenHeaders(headers: readonly Parameter[], meaning: Meaning): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((header): [string, string][] => {
      const text = writeParameter(header, meaning)
      return text === undefined ? [] : [[header.name.toLowerCase(), text]]
    }),
  )
}

function checkHeader(header: Parameter, sent: WireRequest['headers']): Violation[] {
  const read = readParameter(header, { path: {}, query: {}, headers: sent })
  if ('violation' in read) return [read.violation]
  const pointer = parameterPointer(header)
  if (read.value !== undefined) return header.validate(read.value, pointer)
  return header.required ? [{ pointer, message: 'the header is missing' }] : []
}

/** As in operations: the codec's keys are typed by the roles' kinds; a body that breaks the contract shows in `check`. */
function asNotification(meaning: Meaning): RecordChanged {
  return meaning as RecordChanged
}
