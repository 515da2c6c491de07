/** PATH-1, PATH-2, REP-6, DOC-4, BODY-1: where the endpoints are, and what travels. */
import { mediaTypeOf, textOf } from '../src/conformance/index.ts'
import type { Case, CaseContext, HttpAnswer, Suite } from '../src/conformance/index.ts'
import { controlOf, cureOf, demandSound, document, probes, report, respellings, told, whoami } from './endpoint-probe.ts'
import type { Probe } from './endpoint-probe.ts'
import { rewritten } from './json-forms.ts'
import { spelledWrites } from './spelled-writes.ts'

export const pathsSuite: Suite = {
  area: 'paths',
  title: 'Paths and payloads',
  cases: [
    ...probes.map(anySpelling),
    spelledWrites,
    {
      id: 'PATH-NO-VERSION',
      title: 'No path has a segment for a version',
      basis: { kind: 'stated', statements: ['PATH-2'] },
      safety: 'read',
      needs: ['fullKey'],
      evidence: 'whoami, answered at its path without a version and without leading elsewhere.',
      async run(context) {
        const answer = await context.send(whoami.request(context))
        const { location = '', 'content-location': place = '' } = answer.headers
        const versioned = [location, place].find(hasVersion)
        context.check(versioned === undefined, {
          message: 'a path leads to one with a version',
          expected: 'no version',
          found: `${told(answer)}, ${versioned}`,
        })
        const content = whoami.content(context, answer)
        if (content !== undefined) {
          return `whoami told of ${content.shown} at ${context.contract.operations.whoami.path}.`
        }
        if (answer.status === 404 || answer.status === 410) {
          for (const target of ['/api/v1/whoami', '/v1/api/whoami']) {
            const other = await context.send({ ...whoami.request(context), url: context.baseUrl + target })
            context.check(whoami.content(context, other) === undefined, {
              message: 'the path needs a version',
              expected: '/api/whoami',
              found: `404 there, and the user at ${target}`,
            })
          }
        }
        return context.unjudged(`whoami is not to be had: ${told(answer)}`, cureOf(answer))
      },
    },
    posted(report, ['REP-6', 'REP-1']),
    posted(document, ['DOC-4', 'DOC-1']),
    {
      id: 'BODY-REQUEST',
      title: 'A JSON body is accepted, however JSON is written',
      basis: { kind: 'stated', statements: ['BODY-1'] },
      safety: 'read',
      needs: report.needs,
      evidence: 'The report, and the same for a body of the same value with other white space, another order of members, and escapes.',
      async run(context) {
        const control = await controlOf(context, report)
        const request = report.request(context)
        if (typeof request.body !== 'string') {
          return context.unjudged('the request has no body here', 'Nothing is to be done.')
        }
        const answer = await context.send({ ...request, body: rewritten(request.body) })
        demandSound(context, answer, 'the body written in another way')
        const content = report.content(context, answer)
        context.check(content !== undefined, {
          message: 'a JSON body is not understood when it is written in another way',
          expected: control.shown,
          found: told(answer),
        })
        await sameGist(context, report, control.gist, content?.gist, 'a JSON body written in another way')
        return `Both bodies gave ${control.shown}, the same.`
      },
    },
    jsonAnswer(whoami),
    jsonAnswer(report),
  ],
}

function hasVersion(location: string): boolean {
  return /\/v(?:er(?:sion)?)?[-_]?\d+(?:\.\d+)*(?:\/|$)/i.test(location.split(/[?#]/)[0] ?? '')
}

/** The data may have changed in between: unjudged when the first request now gives something else as well. */
async function sameGist(
  context: CaseContext,
  one: Probe,
  gist: string,
  found: string | undefined,
  what: string,
): Promise<void> {
  if (found === gist) return
  const again = await controlOf(context, one)
  if (again.gist !== gist) {
    context.unjudged(`${one.noun} changed while it was compared`, 'Judge it while nobody works.')
  }
  context.broken({
    message: `${what} gives something else`,
    expected: gist.slice(0, 100),
    found: String(found).slice(0, 100),
  })
}

/** PATH-1. */
function anySpelling(one: Probe): Case {
  return {
    id: `PATH-CASE-${one.area}`,
    title: `Letter case does not matter in the path of ${one.noun}`,
    basis: { kind: 'stated', statements: ['PATH-1'] },
    safety: 'read',
    needs: one.needs,
    evidence: 'The same, without a redirect, in lower, upper, mixed and alternating case.',
    async run(context) {
      const control = await controlOf(context, one)
      const same: string[] = []
      for (const { name, request } of respellings(context, one.id, one.request(context))) {
        const answer = await context.send(request)
        const path = request.url.slice(context.baseUrl.length).split('?')[0]
        demandSound(context, answer, String(path))
        const content = one.content(context, answer)
        context.check(content !== undefined, {
          message: answer.status >= 300 && answer.status < 400 ? `${path} leads elsewhere` : `${path} is not the same endpoint`,
          expected: control.shown,
          found: `${told(answer)}${answer.headers['location'] === undefined ? '' : `, ${answer.headers['location']}`}`,
        })
        await sameGist(context, one, control.gist, content?.gist, path ?? name)
        same.push(name)
      }
      if (same.length === 0) {
        context.unjudged('the path has no letters to spell in another way', 'Nothing is to be done.')
      }
      return `In ${same.join(', ')} the path gave ${control.shown}, as in the contract's spelling.`
    },
  }
}

/** REP-6, DOC-4: the method is POST, whatever a summary shows. */
function posted(one: Probe, statements: readonly string[]): Case {
  return {
    id: `PATH-POST-${one.area}`,
    title: `POST is the method for ${one.noun}`,
    basis: { kind: 'stated', statements },
    safety: 'read',
    needs: one.needs,
    evidence: `The answer to POST: ${one.noun}.`,
    async run(context) {
      await controlOf(context, whoami)
      const request = one.request(context)
      const answer = await context.send(request)
      const content = one.content(context, answer)
      if (content !== undefined) return `${request.method} gave ${content.shown}.`
      context.check(answer.status !== 405 && answer.status !== 501, {
        message: `POST is no method for ${one.noun}`,
        expected: one.noun,
        found: told(answer),
      })
      return context.unjudged(`${one.noun} cannot be had: ${told(answer)}`, cureOf(answer))
    },
  }
}

/** BODY-1. */
function jsonAnswer(one: Probe): Case {
  return {
    id: `BODY-ANSWER-${one.area}`,
    title: `The answer with ${one.noun} is JSON`,
    basis: { kind: 'stated', statements: ['BODY-1'] },
    safety: 'read',
    needs: one.needs,
    evidence: `A body that is JSON, is called JSON, and holds ${one.noun}.`,
    async run(context) {
      const answer = await context.send(one.request(context))
      if (answer.status < 200 || answer.status > 299) {
        context.unjudged(`${one.noun} cannot be had: ${told(answer)}`, cureOf(answer))
      }
      const text = textOf(answer).trim()
      const form = mediaTypeOf(answer)
      const found = `${form || 'no media type'}: ${text.slice(0, 80)}`
      if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) {
        context.unjudged(
          'the answer is a page for people, perhaps not of the service',
          'See that the base URL is that of the interface.',
        )
      }
      context.check(isJson(text), { message: `the answer with ${one.noun} is not JSON`, expected: 'JSON', found })
      context.check(/^application\/(?:json|[^;]+\+json)$/.test(form), {
        message: `the answer with ${one.noun} is not called JSON`,
        expected: 'application/json',
        found,
      })
      return `As ${form} came ${(await shownBy(context, one, answer)).shown}.`
    },
  }
}

async function shownBy(context: CaseContext, one: Probe, answer: HttpAnswer) {
  return one.content(context, answer) ?? (await controlOf(context, one))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
