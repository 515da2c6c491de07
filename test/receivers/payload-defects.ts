/** What a receiver does otherwise than a sound one with the body of a notification. */
import { soundFollower } from './follower.ts'
import { isFields, soundRecipe } from './sound-recipe.ts'
import type { Asked, Recipe, Reply } from './sound-recipe.ts'

/** Answers otherwise when the body's text is such. */
function stumbles(over: RegExp, reply: Reply = { status: 500, body: 'error' }): Partial<Recipe> {
  return { accepted: (asked) => (over.test(textOf(asked)) ? reply : soundRecipe.accepted(asked)) }
}

/** Answers otherwise when the value is such, or when looking at it fails. */
function trusts(isFine: (value: unknown) => boolean, reply: Reply = { status: 500, body: 'error' }): Partial<Recipe> {
  const isTrouble = (asked: Asked) => {
    try {
      return !isFine(soundRecipe.parse(asked.body ?? Buffer.alloc(0), asked))
    } catch (error) {
      // What is no JSON is refused as by a sound one.
      return !(error instanceof SyntaxError)
    }
  }
  return {
    malformed: (asked, error) => (isTrouble(asked) ? reply : soundRecipe.malformed(asked, error)),
    accepted: (asked) => (isTrouble(asked) ? reply : soundRecipe.accepted(asked)),
  }
}

const textOf = ({ body }: Asked) => body?.toString() ?? ''
const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {})
const refusal: Reply = { status: 400, body: 'not as expected' }

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > 2000) return depth
  return Math.max(depth, ...Object.values(value).map((item) => depthOf(item, depth + 1)))
}

export const payloadDefects = {
  'dies-of-damage': {
    malformed: (_, error) => {
      throw error
    },
  },
  'answers-damage-with-500': { malformed: () => ({ status: 500, body: 'error' }) },
  'takes-damage-for-received': { malformed: () => ({ status: 204 }) },
  'takes-nothing-for-received': {
    malformed: (asked, error) => (textOf(asked).trim() === '' ? { status: 204 } : soundRecipe.malformed(asked, error)),
  },
  'stumbles-over-null': trusts((value) => value !== null),
  'stumbles-over-what-is-missing': trusts((value) => !isFields(value) || ['section', 'id', 'event'].every((name) => name in value)),
  'stumbles-over-types': trusts((value) => {
    const { id, section } = fieldsOf(value)
    return (id === undefined || typeof id === 'number') && (section === undefined || typeof section === 'string')
  }),
  'wants-the-changed-fields': trusts((value) => !isFields(value) || 'changedFields' in value, refusal),
  'wants-no-other-fields': trusts(
    (value) => Object.keys(fieldsOf(value)).every((name) => ['event', 'section', 'id', 'changedFields', 'occurredAt', 'record'].includes(name)),
    refusal,
  ),
  'wants-no-record': trusts((value) => !('record' in fieldsOf(value)), refusal),
  'searches-the-text': {
    understand: (_, asked) => {
      const [, section = '', id = ''] = /"section":"(\w+)","id":(\d+)/.exec(textOf(asked)) ?? []
      if (id === '') throw new Error('not found')
      return { section, recordId: Number(id) }
    },
  },
  'refuses-other-sections': trusts((value) => ['entities', undefined].some((one) => one === fieldsOf(value)['section']), {
    status: 422,
    body: 'unknown section',
  }),
  'refuses-other-kinds': trusts((value) => ['created', 'modified', undefined].some((one) => one === fieldsOf(value)['event']), {
    status: 422,
    body: 'unknown event',
  }),
  'knows-ascii-only': stumbles(/[^\x00-\x7f]/, refusal),
  'stores-three-bytes-a-character': stumbles(/[\u{10000}-\u{10ffff}]/u),
  'stumbles-over-lines': stumbles(/\\r\\n/),
  'writes-texts-into-its-head': {
    write(reply, response, asked) {
      const note = /"notes":"((?:[^"\\]|\\.)*)"/.exec(textOf(asked))?.[1]
      if (reply.status !== 204 || note === undefined) soundRecipe.write(reply, response, asked)
      else response.socket?.end(`HTTP/1.1 204 No Content\r\nConnection: close\r\nX-Note: ${String(JSON.parse(`"${note}"`))}\r\n\r\n`)
    },
  },
  'shows-what-it-refuses': {
    malformed: (asked) => ({ status: 400, headers: { 'content-type': 'text/html' }, body: `<p>Cannot read ${JSON.stringify(textOf(asked)).replaceAll('\\', '')}</p>` }),
  },
  'writes-sql-by-hand': stumbles(/'/),
  'filters-markup': stumbles(/<script/i, { status: 403, body: 'blocked' }),
  'filters-formulas': stumbles(/"[=@]/, { status: 403, body: 'blocked' }),
  'stumbles-over-nul': stumbles(/\\u0000/),
  'stumbles-over-halves': stumbles(/\\ud[89a-f]/i),
  'calls-itself-per-level': trusts((value) => depthOf(value) < 1000),
  'stumbles-over-large-numbers': stumbles(/\de400/),
  'stumbles-over-names-that-repeat': stumbles(/"section":.*"section":/s),
  'takes-ten-kilobytes': { longestBody: 10_240 },
  'cuts-the-line-when-it-is-long': {
    tooLong: () => ({ status: 0 }),
    longestBody: 500_000,
    write: (reply, response, asked) => (reply.status === 0 ? void response.destroy() : soundRecipe.write(reply, response, asked)),
  },
  'takes-any-length': { longestBody: Infinity },
  'reads-names-as-latin1': {
    follower: {
      ...soundFollower,
      apply: (event, reading, disk) => {
        if (reading.kind !== 'found') return soundFollower.apply(event, reading, disk)
        const mangled: unknown = JSON.parse(Buffer.from(JSON.stringify(reading.record)).toString('latin1'))
        return soundFollower.apply(event, { kind: 'found', record: fieldsOf(mangled) }, disk)
      },
    },
  },
} satisfies Record<string, Partial<Recipe>>
