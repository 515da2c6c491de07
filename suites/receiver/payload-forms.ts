/** What a notification may be like: all of it accepted, since what is refused is lost after the last retry. */
import { isAccepted } from '../../src/conformance/receiver-check/index.ts'
import type { Check, CheckContext } from '../../src/conformance/receiver-check/index.ts'
import { rewritten } from '../json-forms.ts'
import { demandAccepted } from './answer-laws.ts'
import { edited, inAscii, least, ofUnknownKind, profiles } from './notification-forms.ts'
import type { Form } from './notification-forms.ts'

type Told = Pick<Check, 'id' | 'title' | 'basis' | 'reason' | 'cure'>

/**
 * Those that stand a chance: where no full notification is accepted at all, as RCV-PAYLOAD-FULL tells, what is in one
 * tells nothing.
 */
export async function usable(context: CheckContext, forms: readonly Form[]): Promise<readonly Form[]> {
  const [plain] = profiles(context).filter(({ name }) => name === 'full')
  if (plain === undefined || isAccepted(await context.deliver(plain.prepared))) return forms
  context.note('notifications with the record are not accepted here; see RCV-PAYLOAD-FULL')
  return forms.filter(({ prepared }) => prepared.event.record === undefined)
}

export function accepts(told: Told, forms: (context: CheckContext) => readonly Form[] | Promise<readonly Form[]>): Check {
  return {
    ...told,
    needs: ['http'],
    evidence: 'A 2xx status to each.',
    async run(context) {
      const all = await forms(context)
      await context.between(async () => {
        for (const { name, prepared } of all) demandAccepted(context, await context.deliver(prepared), name)
      })
      return `accepted: ${all.map(({ name }) => name).join(', ')}`
    },
  }
}

const tolerate = 'Read the fields that you need and leave all others alone. Do not validate against a closed list of names.'

export const acceptedFormChecks: readonly Check[] = [
  accepts(
    {
      id: 'RCV-PAYLOAD-THIN',
      title: 'A notification that says no more than what happened to which record is accepted',
      basis: { kind: 'must', source: 'HOOK-2; GAP-HOOK-BODY' },
      reason: 'Everything beyond that depends on how the webhook was set up; without it the notification would be lost.',
      cure: 'Rely on the section and the id alone, and read the record back through the interface (USE-1).',
    },
    (context) => [{ name: 'a notification of the fewest fields', prepared: least(context) }],
  ),
  accepts(
    {
      id: 'RCV-PAYLOAD-FULL',
      title: 'A notification that carries the record is accepted',
      basis: { kind: 'must', source: 'HOOK-2; GAP-HOOK-BODY' },
      reason: 'Whether the record comes along is a setting of the webhook; a change of it would stop you.',
      cure: tolerate,
    },
    (context) => profiles(context).filter(({ name }) => name === 'full').map((form) => ({ ...form, name: 'a notification with the record' })),
  ),
  accepts(
    {
      id: 'RCV-PAYLOAD-UNKNOWN-FIELD',
      title: 'Fields that are not known are ignored',
      basis: { kind: 'must', source: 'HOOK-5; GAP-HOOK-BODY' },
      reason: 'With the next version of the service there may be a field more, and every notification would be refused and lost.',
      cure: tolerate,
    },
    async (context) =>
      (await usable(context, profiles(context))).map(({ name, prepared }) => ({
        name: `a ${name} notification with further fields`,
        prepared: edited(prepared, (body) => ({ ...body, ensayo_extra: { list: [1, null, 'x'] }, 'ensayo extra 2': null })),
      })),
  ),
  accepts(
    {
      id: 'RCV-PAYLOAD-SPELLING',
      title: 'The same JSON in another spelling is the same notification',
      basis: { kind: 'must', source: 'RFC 8259, sections 2, 4 and 7' },
      reason: 'Order, white space and escapes mean nothing in JSON and change with the sender\'s library.',
      cure: 'Read the body with a JSON parser, not by searching its text.',
    },
    async (context) =>
      (await usable(context, profiles(context))).flatMap(({ name, prepared }) => [
        { name: `a ${name} one with white space, other order and escapes`, prepared: { ...prepared, body: rewritten(prepared.body) } },
        { name: `a ${name} one in ASCII`, prepared: { ...prepared, body: inAscii(prepared.body) } },
      ]),
  ),
  accepts(
    {
      id: 'RCV-PAYLOAD-UNKNOWN-SECTION',
      title: 'A section that it does nothing with is accepted and ignored',
      basis: { kind: 'should', source: 'HOOK-6; GAP-HOOK-RETRIES' },
      reason: 'A refusal is retried for days, and may have the webhook switched off together with what you do want.',
      cure: 'Answer 204 to what is not for you, and write a line in the log.',
    },
    (context) => [
      {
        name: 'a notification of an unknown section',
        prepared: context.notification({ section: 'ensayo_unknown', changedFields: ['name'] }),
      },
    ],
  ),
  accepts(
    {
      id: 'RCV-PAYLOAD-UNKNOWN-KIND',
      title: 'A kind of event that it does not know is accepted',
      basis: { kind: 'should', source: 'HOOK-6; GAP-HOOK-EVENTS' },
      reason: 'The record has changed, whatever the event is called; a refusal is retried for days and then lost.',
      cure: 'Read the record back after any event about it. Do not refuse a kind that you do not know.',
    },
    (context) => [{ name: 'a notification of an unknown kind', prepared: ofUnknownKind(context) }],
  ),
]
