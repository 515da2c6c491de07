/** GAP-ERRORS: how refusals look. Nothing of this is stated. */
import type { Case, CaseContext, HttpAnswer, Suite } from '../src/conformance/index.ts'
import type { Problem } from '../src/core/index.ts'
import { checkDescribed } from './described-refusal.ts'
import { controlOf, document, report, told } from './endpoint-probe.ts'
import type { Probe } from './endpoint-probe.ts'

const methodNotAllowed: Problem = { kind: 'methodNotAllowed', message: 'No such method.', allow: ['POST'] }

export const errorsSuite: Suite = {
  area: 'errors',
  title: 'Errors',
  cases: [
    gotten(report),
    gotten(document),
    {
      id: 'ERR-ALLOW',
      title: 'The refusal of a method says in `Allow` which there are',
      basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
      safety: 'read',
      needs: report.needs,
      evidence: 'The header `Allow` with POST, in the refusal of GET for the report.',
      async run(context) {
        await controlOf(context, report)
        const answer = await get(context, report)
        if (answer.status < 400 || answer.status > 499) {
          context.unjudged(`GET is not refused: ${told(answer)}`, 'See the case ERR-GET-REPORTS.')
        }
        const { allow = '' } = answer.headers
        context.check(allow.split(',').some((method) => method.trim().toUpperCase() === 'POST'), {
          message: 'the refusal does not say that POST is allowed',
          expected: 'Allow: POST',
          found: allow === '' ? `status ${answer.status} without the header` : `Allow: ${allow}`,
        })
        return `GET was refused with ${answer.status} and Allow: ${allow}.`
      },
    },
    {
      id: 'ERR-NO-PATH',
      title: 'A path that does not exist is answered with 404 in the assumed form',
      basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
      safety: 'read',
      needs: report.needs,
      evidence: 'The status, the media type, the shape and the code that the contract has for it, for a path of ours.',
      async run(context) {
        await controlOf(context, report)
        const answer = await context.send({
          method: 'GET',
          url: `${context.baseUrl}/api/ensayo-no-such-path`,
          headers: { accept: 'application/json, */*;q=0.5', authorization: `Bearer ${context.key()}` },
        })
        return checkDescribed(
          context,
          'runReport',
          { kind: 'notFound', message: 'No such path.' },
          answer,
          'a path that does not exist',
        )
      },
    },
    {
      id: 'ERR-MALFORMED',
      title: 'A body that is no JSON is refused with 400 in the assumed form',
      basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
      safety: 'load',
      needs: report.needs,
      evidence: 'The status, the media type, the shape and the code that the contract has for it.',
      run: (context) => altered(
        context,
        { kind: 'malformed', message: 'No JSON.' },
        'a body that is no JSON',
        (body) => ({ body: body.slice(0, -1) }),
      ),
    },
    {
      id: 'ERR-INVALID',
      title: 'A request without what it must have is refused with 422 in the assumed form',
      basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
      safety: 'load',
      needs: report.needs,
      evidence: 'The status, the media type, the shape and the code that the contract has for it.',
      run: (context) =>
        altered(
          context,
          { kind: 'invalid', message: 'Invalid.', violations: [] },
          'a report request without the report',
          () => ({ body: '{}' }),
        ),
    },
    {
      id: 'ERR-MEDIA-TYPE',
      title: 'A body that is not called JSON is refused with 415 in the assumed form',
      basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
      safety: 'load',
      needs: report.needs,
      evidence: 'The status, the media type, the shape and the code that the contract has for it.',
      run: (context) =>
        altered(
          context,
          { kind: 'unsupportedMediaType', message: 'No JSON.' },
          'a body called text/plain',
          () => ({ type: 'text/plain' }),
        ),
    },
  ],
}

/** REP-6, DOC-4: a summary has GET; what it gives is not stated. */
function gotten(one: Probe): Case {
  return {
    id: `ERR-GET-${one.area}`,
    title: `GET is refused for ${one.noun}: 405`,
    basis: { kind: 'assumed', gap: 'GAP-ERRORS' },
    safety: 'read',
    needs: one.needs,
    evidence: `With POST, ${one.noun}; with GET the status, the media type, the shape and the code that the contract has for a wrong method.`,
    async run(context) {
      await controlOf(context, one)
      const answer = await get(context, one)
      return checkDescribed(context, one.id, methodNotAllowed, answer, `GET for ${one.noun}`)
    },
  }
}

function get(context: CaseContext, one: Probe): Promise<HttpAnswer> {
  const { url, headers } = one.request(context)
  const { 'content-type': _, ...others } = headers
  return context.send({ method: 'GET', url, headers: others })
}

/** The report's request in a form that the service need not accept. */
async function altered(
  context: CaseContext,
  problem: Problem,
  what: string,
  change: (body: string) => { body?: string; type?: string },
): Promise<string> {
  await controlOf(context, report)
  const { body, ...request } = report.request(context)
  if (typeof body !== 'string') return context.unjudged('the request has no body here', 'Nothing is to be done.')
  const { body: sent = body, type = 'application/json' } = change(body)
  const answer = await context.send({ ...request, headers: { ...request.headers, 'content-type': type }, body: sent })
  return checkDescribed(context, 'runReport', problem, answer, what)
}
