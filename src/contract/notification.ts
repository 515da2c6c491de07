/** The outbound notification between wire and meaning (HOOK-2, GAP-HOOK-BODY). */
import { isJsonObject } from '../core/index.ts'
import type { RecordChanged } from '../core/index.ts'
import { missingRoles } from './binding.ts'
import { decodeInto, encodeFrom } from './codec.ts'
import type { Meaning } from './codec.ts'
import { ContractError } from './contract-error.ts'
import { compileMedia } from './media.ts'
import { notificationNeeds } from './roles.ts'
import type { Role } from './roles.ts'
import { followReference } from './schema.ts'
import type { Document } from './schema.ts'
import { namesToMeaning, namesToWire } from './section-names.ts'
import type { SectionNames } from './section-names.ts'
import type { Notification } from './types.ts'
import type { Validation } from './validation.ts'

export function compileNotification(
  document: Document,
  validation: Validation,
  sections: SectionNames | undefined,
): { notification: Notification; missing: string[] } {
  const webhooks = isJsonObject(document.webhooks) ? document.webhooks : {}
  const hook = isJsonObject(webhooks.recordChanged) ? followReference(document, webhooks.recordChanged) : {}
  const operation = isJsonObject(hook.post) ? hook.post : undefined
  const requestBody = isJsonObject(operation?.requestBody) ? followReference(document, operation.requestBody) : {}
  const roles = new Set<Role>()
  const missing: string[] = []
  const findings = {
    bound: (role: Role) => roles.add(role),
    unfillable: (place: string) => missing.push(`webhooks.recordChanged: ${place} is required, but has no x-role and no const or default`),
  }
  const [media] = isJsonObject(requestBody.content)
    ? compileMedia(document, requestBody.content, validation, findings, 'the notification')
    : []
  if (operation === undefined || media === undefined) {
    throw new ContractError('webhooks.recordChanged has no POST with a request body (HOOK-2); add one')
  }
  const notification: Notification = {
    encode(meaning) {
      const named = sections === undefined ? meaning : namesToWire(sections, meaning)
      return { headers: {}, mediaType: media.type, body: encodeFrom(media.codec, named) }
    },
    check: (body) => media.validate(body, '/body'),
    decode(body) {
      const meaning: Meaning = {}
      decodeInto(media.codec, body, meaning, false)
      return asNotification(sections === undefined ? meaning : namesToMeaning(sections, meaning))
    },
  }
  missing.push(...missingRoles('webhooks.recordChanged', notificationNeeds, roles, operation['x-role-absent']))
  return { notification, missing }
}

/** As in operations: the codec's keys are typed by the roles' kinds; a body that breaks the contract shows in `check`. */
function asNotification(meaning: Meaning): RecordChanged {
  return meaning as RecordChanged
}
