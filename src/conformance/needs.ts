/** What a target must offer for a case to be judged. */
import type { Need } from './case.ts'
import type { Place, Target } from './target.ts'

/** Whether the target offers what a case needs. */
export function isMet(need: Need, { samples }: Target, place: Place): boolean {
  switch (need) {
    case 'fullKey':
      return place.keys.full !== undefined
    case 'limitedKey':
      return place.keys.limited !== undefined
    case 'secondKey':
      return place.keys.second !== undefined
    case 'report':
      return samples.report !== undefined
    case 'document':
      return samples.document !== undefined
    case 'section':
      return samples.section !== undefined
    case 'forbiddenReport':
      return samples.forbidden?.report !== undefined
    case 'forbiddenSection':
      return samples.forbidden?.section !== undefined
    case 'taxIds':
      return samples.taxIds.valid.length > 0
    case 'vatIds':
      return samples.vatIds.valid.length > 0
    case 'console':
      return place.console !== undefined
    case 'clock':
      return place.clock !== undefined
    case 'versions':
      return place.versions !== undefined
  }
}

/** What to say when it does not. */
export const missing: Record<Need, { reason: string; cure: string }> = {
  fullKey: { reason: 'there is no API key', cure: 'Put one into ENSAYO_KEY, or name its variable in the profile: keys.full.' },
  limitedKey: {
    reason: 'there is no key of a user who may do less',
    cure: 'Put one into ENSAYO_LIMITED_KEY, or name its variable in the profile: keys.limited.',
  },
  secondKey: {
    reason: 'there is no key of a second user',
    cure: 'Put one into ENSAYO_SECOND_KEY, or name its variable in the profile: keys.second.',
  },
  report: { reason: 'no report is known', cure: 'Add samples.report to the profile: the id of a report with rows.' },
  document: { reason: 'no document is known', cure: 'Add samples.document to the profile: its id, and a text that it contains.' },
  section: {
    reason: 'no section is known in which records may be written',
    cure: 'Add samples.section to the profile: its id, and fields of a record to create.',
  },
  forbiddenReport: {
    reason: 'no report is known that the limited key may not read',
    cure: 'Add samples.forbidden.report to the profile.',
  },
  forbiddenSection: {
    reason: 'no section is known that the limited key may not write',
    cure: 'Add samples.forbidden.section to the profile.',
  },
  taxIds: { reason: 'no national tax identifier is known', cure: 'Add samples.taxIds.valid to the profile.' },
  vatIds: { reason: 'no VAT identifier is known', cure: 'Add samples.vatIds.valid to the profile.' },
  console: {
    reason: 'nobody can configure webhooks on this target',
    cure: 'Give --receiver-url, and configure in the service\'s console what the report then asks for.',
  },
  clock: {
    reason: "the target's clock cannot be moved",
    cure: 'Judge this on a mock, or by the case of the same law in real time.',
  },
  versions: {
    reason: 'the version of the service cannot be changed from here',
    cure: 'Judge this on a mock, or compare runs before and after an update: --snapshot.',
  },
}
