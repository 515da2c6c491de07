/** WHO-1, WHO-2, AUTH-3: whose key it is. */
import { textOf } from '../src/conformance/index.ts'
import type { CaseContext, HttpAnswer, KeyName, Suite } from '../src/conformance/index.ts'
import type { UserMeaning } from '../src/core/index.ts'
import { controlOf, cureOf, demandSound, told, whoami } from './endpoint-probe.ts'

const identifying = ['id', 'login', 'email', 'name'] as const

async function userOf(context: CaseContext, key: KeyName): Promise<UserMeaning> {
  const user = context.given(await context.client(key).whoami(), `the user of the ${key} key`)
  if (identifying.some((field) => user[field] !== undefined)) return user
  return context.unjudged(
    `whoami tells nothing by which the user of the ${key} key is known`,
    'Bind what it tells to user.id or user.login in an overlay.',
  )
}

/** Fields that both tell, and differently. */
function differing(one: UserMeaning, other: UserMeaning): string[] {
  return identifying.filter(
    (field) => one[field] !== undefined && other[field] !== undefined && String(one[field]) !== String(other[field]),
  )
}

function named(user: UserMeaning): string {
  return String(user.login ?? user.id ?? user.email ?? user.name)
}

/** JSON that holds no word and no number: `{}`, `[]`, `null`. */
function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text.replace(/\b(?:null|true|false)\b/g, '').replace(/"[^"]*"\s*:/g, ''))
}

async function answerOf(context: CaseContext): Promise<HttpAnswer> {
  const answer = await context.send(whoami.request(context))
  demandSound(context, answer, 'whoami')
  return answer
}

export const usersSuite: Suite = {
  area: 'users',
  title: 'Users',
  cases: [
    {
      id: 'WHO-USER',
      title: "whoami tells about the key's user",
      basis: { kind: 'stated', statements: ['WHO-1'] },
      safety: 'read',
      needs: ['fullKey'],
      evidence: 'At least one of id, login, e-mail and name.',
      async run(context) {
        const answer = await answerOf(context)
        const { status } = answer
        const content = whoami.content(context, answer)
        if (content !== undefined) return `whoami told of ${content.shown}.`
        const expected = 'information about the user'
        if (status === 404 || status === 405 || status === 410) {
          const ping = await context.send(context.request('ping', {}, null))
          if (ping.status !== 200) {
            context.unjudged(
              `neither whoami nor GET / is there (${ping.status})`,
              'Give the address below which both are.',
            )
          }
          context.broken({
            message: 'there is no whoami',
            expected,
            found: told(answer),
            cure: 'See that the base URL is right: GET / is answered there.',
          })
        }
        if (status === 401 || status === 403) {
          context.broken({
            message: "whoami refuses a user's key",
            expected,
            found: told(answer),
            cure: cureOf(answer),
          })
        }
        if (status >= 200 && status < 300 && saysNothing(textOf(answer))) {
          context.broken({ message: 'whoami tells nothing', expected, found: told(answer) })
        }
        return context.unjudged(`what whoami tells cannot be read: ${told(answer)}`, cureOf(answer))
      },
    },
    {
      id: 'WHO-SAME',
      title: 'whoami tells of the same user every time',
      basis: { kind: 'stated', statements: ['WHO-1', 'AUTH-3'] },
      safety: 'read',
      needs: ['fullKey'],
      evidence: 'The same id, login, e-mail and name three times.',
      async run(context) {
        const first = await userOf(context, 'full')
        for (let again = 0; again < 2; again += 1) {
          const user = context.must(await context.client().whoami(), 'the user, asked for again,')
          const [field] = differing(first, user)
          context.check(field === undefined, {
            message: 'the same key is now another user\'s',
            expected: named(first),
            found: named(user),
          })
        }
        return `Three times it was ${named(first)}.`
      },
    },
    {
      id: 'WHO-TWO-USERS',
      title: "Two users' keys are told apart",
      basis: { kind: 'stated', statements: ['AUTH-3', 'WHO-1'] },
      safety: 'read',
      needs: ['fullKey', 'secondKey'],
      evidence: 'Another user for the second key than for the full one.',
      async run(context) {
        if (context.key('full') === context.key('second')) {
          context.unjudged(
            'the full key and the second one are the same',
            'Give a key of another user as the second one.',
          )
        }
        const [full, second] = [await userOf(context, 'full'), await userOf(context, 'second')]
        const comparable = identifying.filter((field) => full[field] !== undefined && second[field] !== undefined)
        if (comparable.length === 0) {
          context.unjudged('whoami tells nothing of one user that it tells of the other', 'Nothing is to be done.')
        }
        context.check(differing(full, second).length > 0, {
          message: "both users' keys are the same user's",
          expected: 'two users',
          found: `${named(full)} twice`,
          cure: 'See that the second key belongs to another user than the full one.',
        })
        return `The keys are those of ${named(full)} and ${named(second)}.`
      },
    },
    {
      id: 'WHO-NO-MIXING',
      title: "Users are not mixed up when they ask in turn or at once",
      basis: { kind: 'stated', statements: ['AUTH-3', 'WHO-1'] },
      safety: 'read',
      needs: ['fullKey', 'secondKey'],
      evidence: 'Each of two different users told for their own key only, asked in turn and all at once.',
      async run(context) {
        const users = { full: await userOf(context, 'full'), second: await userOf(context, 'second') }
        if (differing(users.full, users.second).length === 0) {
          context.unjudged('the two keys are the same user\'s', 'See the case WHO-TWO-USERS.')
        }
        const ask = async (key: 'full' | 'second') => {
          const user = context.must(
            await context.client(key).whoami(),
            `the user of the ${key} key, asked for again,`,
          )
          context.check(differing(users[key], user).length === 0, {
            message: `the ${key} key is taken for another user's`,
            expected: named(users[key]),
            found: named(user),
          })
        }
        for (const key of ['full', 'second', 'full'] as const) await ask(key)
        const asked = await Promise.allSettled((['second', 'full', 'second', 'full'] as const).map(ask))
        for (const one of asked) if (one.status === 'rejected') throw one.reason
        return `Seven more times each key was its own user's: ${named(users.full)} and ${named(users.second)}.`
      },
    },
    {
      id: 'WHO-ANY-USER',
      title: 'Whoever has a key may ask whose it is',
      basis: { kind: 'stated', statements: ['WHO-1', 'WHO-2'] },
      safety: 'read',
      needs: ['fullKey', 'limitedKey'],
      evidence: 'The user, given for the full key and for the key of a user who may do less.',
      async run(context) {
        const control = await controlOf(context, whoami)
        const answer = await context.send(whoami.request(context, `Bearer ${context.key('limited')}`))
        const content = whoami.content(context, answer)
        context.check(answer.status !== 401 && answer.status !== 403, {
          message: 'whoami refuses a user who may do less',
          expected: 'the user',
          found: told(answer),
          cure: 'See that the limited key is one that is in force.',
        })
        if (content === undefined) {
          return context.unjudged(
            `what whoami tells of the limited key cannot be read: ${told(answer)}`,
            cureOf(answer),
          )
        }
        return `whoami told of ${control.shown}, and of ${content.shown} for the limited key.`
      },
    },
    {
      id: 'WHO-FIELDS',
      title: 'whoami tells the assumed fields of the user',
      basis: { kind: 'assumed', gap: 'GAP-USER-FIELDS' },
      safety: 'read',
      needs: ['fullKey'],
      evidence: 'An answer of the form that the contract has, with all that it says to be there.',
      async run(context) {
        const answer = await answerOf(context)
        const result = await context.client().whoami()
        if (answer.status !== 200 || (!result.ok && result.error.kind !== 'malformed')) {
          context.unjudged(`whoami got ${told(answer)}`, cureOf(answer))
        }
        context.check(result.ok, {
          message: result.ok ? '' : result.error.message,
          expected: 'the fields of the contract',
          found: told(answer),
          cure: 'Write the fields that there are into an overlay.',
        })
        const fields = result.ok ? Object.keys(result.value) : []
        if (fields.length === 0) {
          context.unjudged('the contract has no field of the user', 'Bind what whoami tells to roles in an overlay.')
        }
        return `whoami told ${fields.join(', ')}.`
      },
    },
    {
      id: 'WHO-PERMISSIONS',
      title: 'whoami tells what the user may do, in the assumed words',
      basis: { kind: 'assumed', gap: 'GAP-PERMISSIONS' },
      safety: 'read',
      needs: ['fullKey', 'limitedKey'],
      evidence: 'A list of permissions of each of two users, each like `report:<id>`; what the limited user must be refused is not in theirs.',
      async run(context) {
        const users = { full: await userOf(context, 'full'), limited: await userOf(context, 'limited') }
        const told: string[] = []
        for (const [name, { permissions }] of Object.entries(users)) {
          if (permissions === undefined) {
            return context.unjudged('whoami tells no permissions here', 'Nothing is to be done.')
          }
          const other = permissions.find(
            (one) => !/^(?:section:[^:]+:(?:read|write)|(?:report|document|tool):[^:]+)$/.test(String(one)),
          )
          context.check(other === undefined, {
            message: `a permission of the ${name} user has another form`,
            expected: 'such as report:customers',
            found: String(other),
          })
          told.push(`${permissions.length} of the ${name} user`)
        }
        const { report, section } = context.samples.forbidden ?? {}
        const forbidden = [
          ...(report === undefined ? [] : [`report:${report}`, 'report:*']),
          ...(section === undefined ? [] : [`section:${section.id}:write`, 'section:*:write']),
        ]
        const found = users.limited.permissions?.find((one) => forbidden.includes(one))
        context.check(found === undefined, {
          message: 'the limited user has a permission that they must not have',
          expected: `none of ${forbidden.join(', ')}`,
          found: String(found),
        })
        return `There are permissions of the assumed form: ${told.join(', ')}.`
      },
    },
  ],
}
