/** AUTH-3: a key may do what its user may do, and nothing else. */
import type { CaseContext, HttpAnswer, Suite } from '../src/conformance/index.ts'
import { demandSound, rowsShown, told } from './endpoint-probe.ts'
import type { Content } from './endpoint-probe.ts'
import { checkDescribed } from './described-refusal.ts'
import { forbiddenDeletion, forbiddenWrite, forbiddenWriteForm } from './forbidden-write.ts'
import { limited, limitedKeyWorks } from './limited-key.ts'
import { leaked } from './refused-access.ts'

function asking(context: CaseContext) {
  return { id: context.sample('forbidden').report ?? '', page: 1, pageSize: 5 }
}

/** The forbidden report's rows, as the full key sees them; then the answer to the limited key. */
async function forbiddenReport(
  context: CaseContext,
): Promise<{ control: Content; answer: HttpAnswer; content: Content | undefined }> {
  await limitedKeyWorks(context)
  const asked = asking(context)
  const rowsOf = (answer: HttpAnswer) => rowsShown(context.meaning('runReport', answer, asked)?.rows ?? [])
  const whole = await context.send(context.request('runReport', asked))
  const control = rowsOf(whole)
  if (control === undefined) {
    return context.unjudged(
      `the full key gets no rows of the report ${asked.id} either: ${told(whole)}`,
      'Name a report in samples.forbidden.report that the full key may read and that has rows without parameters.',
    )
  }
  const answer = await context.send(context.request('runReport', asked, limited(context)))
  return { control, answer, content: rowsOf(answer) }
}

export const permissionsSuite: Suite = {
  area: 'permissions',
  title: 'Permissions',
  cases: [
    {
      id: 'PERM-REPORT',
      title: 'A user who may not read a report does not get it',
      basis: { kind: 'stated', statements: ['AUTH-3'] },
      safety: 'read',
      needs: ['fullKey', 'limitedKey', 'forbiddenReport'],
      evidence: 'Rows of the report for the full key; for a limited key that works elsewhere, a refusal or at least none of the rows.',
      async run(context) {
        const { control, answer, content } = await forbiddenReport(context)
        demandSound(context, answer, 'the limited key')
        const request = context.request('runReport', asking(context))
        const seen = leaked(control, answer, request)
        context.check(content === undefined && seen.length === 0, {
          message: 'a user reads a report that they may not read',
          expected: 'a refusal',
          found: `status ${answer.status} and ${content?.shown ?? seen.join(', ')}`,
          cure: 'See that samples.forbidden.report is one that the limited user may not read.',
        })
        const asked = asking(context)
        const isEmpty = context.meaning('runReport', answer, asked) !== undefined
        if (!isEmpty && context.treatment('runReport', answer).kind !== 'refused') {
          context.unjudged(
            `what the limited key got is no refusal: ${told(answer)}`,
            'If this is how the target refuses, describe it in an overlay.',
          )
        }
        return `The full key got ${control.shown} of ${asked.id}; the limited one ${isEmpty ? 'got none' : 'was refused'} (${answer.status}).`
      },
    },
    {
      id: 'PERM-REPORT-FORM',
      title: 'Who may not read a report is told so in the assumed form: 403',
      basis: { kind: 'assumed', gap: 'GAP-PERMISSIONS' },
      safety: 'read',
      needs: ['fullKey', 'limitedKey', 'forbiddenReport'],
      evidence: 'The status, the media type, the shape and the code that the contract has for it.',
      async run(context) {
        const { answer } = await forbiddenReport(context)
        return checkDescribed(
          context,
          'runReport',
          { kind: 'forbidden', message: 'Not permitted.' },
          answer,
          'the forbidden report',
        )
      },
    },
    {
      id: 'PERM-ALLOWED',
      title: 'The same request is answered or refused by whose key it carries',
      basis: { kind: 'stated', statements: ['AUTH-3'] },
      safety: 'read',
      needs: ['fullKey', 'limitedKey', 'forbiddenReport'],
      evidence: 'The report for the full key before and after the limited one was refused.',
      async run(context) {
        const { control, content } = await forbiddenReport(context)
        if (content !== undefined) context.unjudged('the limited key is not refused', 'See the case PERM-REPORT.')
        const answer = await context.send(context.request('runReport', asking(context)))
        demandSound(context, answer, 'the full key')
        const rows = rowsShown(context.meaning('runReport', answer, asking(context))?.rows ?? [])
        context.check(rows !== undefined, {
          message: 'what one user may not do is then refused to another one, too',
          expected: control.shown,
          found: told(answer),
        })
        return `The full key got the report before and after the limited one was refused (${control.shown}).`
      },
    },
    forbiddenWrite,
    forbiddenDeletion,
    forbiddenWriteForm,
  ],
}
