/** What the texts in a notification may be. Most of these are what people type into a customer's record. */
import type { Check } from '../../src/conformance/receiver-check/index.ts'
import { demandUnshaken, headerOf, statusOf, wholeText } from './answer-laws.ts'
import { carrying } from './notification-forms.ts'
import { accepts, usable } from './payload-forms.ts'

type Told = Pick<Check, 'id' | 'title' | 'basis' | 'reason' | 'cure'>

const lost = 'A record with such a text exists sooner or later. Its notifications are refused, retried and lost.'
const asData = 'Treat texts as data: pass them to the database as parameters, and escape them only where they are shown.'

function acceptsText(told: Told, texts: Readonly<Record<string, string>>): Check {
  return accepts(told, (context) =>
    usable(
      context,
      Object.entries(texts).flatMap(([name, text]) =>
        carrying(context, text).map((form) => ({ ...form, name: `${name} in a ${form.name} notification` })),
      ),
    ),
  )
}

function surviving(told: Told, texts: Readonly<Record<string, string>>): Check {
  return {
    ...told,
    needs: ['http'],
    evidence: 'A 2xx or a 4xx status to each, and valid notifications that are accepted before and after.',
    async run(context) {
      const statuses = await context.between(async () => {
        const seen = new Set<number>()
        for (const [name, text] of Object.entries(texts)) {
          for (const form of carrying(context, text)) {
            const answer = await context.deliver(form.prepared)
            demandUnshaken(context, answer, `${name} in a ${form.name} notification`)
            seen.add(statusOf(answer))
          }
        }
        return seen
      })
      return `${Object.keys(texts).join(', ')}: answered with ${[...statuses].join(', ')}`
    },
  }
}

const markup = '<script>alert("ensayo")</script>'
const injected = 'X-Ensayo-Injected'

export const textChecks: readonly Check[] = [
  acceptsText(
    {
      id: 'RCV-PAYLOAD-UNICODE',
      title: 'Accents, emoji and right-to-left scripts are accepted',
      basis: { kind: 'must', source: 'RFC 8259, section 8.1' },
      reason: lost,
      cure: 'Read the body as UTF-8 and store it in a column that holds all of Unicode, such as utf8mb4.',
    },
    {
      accents: 'Ñandú, Güell i Fàbregues, Çelik',
      emoji: 'Heladería 🍦👩🏽‍🍳🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      'right-to-left script': 'שלום, مرحبا \u202Eabc\u202C',
      'a decomposed accent': 'Cafe\u0301',
      'line separators': 'a\u2028b\u2029c\u0085d',
    },
  ),
  acceptsText(
    {
      id: 'RCV-PAYLOAD-LINES',
      title: 'Line ends within a text are accepted and stay in it',
      basis: { kind: 'must', source: 'HOOK-5; RFC 9110, section 5.5' },
      reason: `${lost} Copied into a header or a log they become lines of their own.`,
      cure: 'Accept texts of several lines. Never put one into a header, and escape line ends in logs.',
    },
    { 'lines ended by CRLF': `Calle Mayor, 1\r\n${injected}: yes\r\n\r\n<b>`, 'other line ends': 'a\nb\rc' },
  ),
  acceptsText(
    {
      id: 'RCV-PAYLOAD-SQL',
      title: 'Texts that look like SQL are accepted',
      basis: { kind: 'must', source: 'HOOK-5; OWASP SQL Injection Prevention Cheat Sheet' },
      reason: `${lost} Where a quotation mark makes an error, more than an error can be made.`,
      cure: asData,
    },
    { 'an apostrophe': "L'Olivera d'en Pep", 'a statement': "'); drop table customers; --", 'a backslash': 'C:\\temp\\', 'a percent sign': '100 % _' },
  ),
  acceptsText(
    {
      id: 'RCV-PAYLOAD-HTML',
      title: 'Texts that look like HTML are accepted',
      basis: { kind: 'must', source: 'HOOK-5; OWASP Cross Site Scripting Prevention Cheat Sheet' },
      reason: lost,
      cure: asData,
    },
    { 'a script': markup, 'an entity': 'Perez &amp; Hijos <S.L.>', 'a template': '{{7*7}} ${7*7} <%= 7 %>' },
  ),
  acceptsText(
    {
      id: 'RCV-PAYLOAD-FORMULA',
      title: 'Texts that a spreadsheet would compute are accepted',
      basis: { kind: 'must', source: 'HOOK-5; OWASP CSV Injection' },
      reason: lost,
      cure: asData,
    },
    { 'a formula': '=HYPERLINK("http://ensayo.example";"x")', 'a plus sign': '+34 971 000 111', 'an at sign': '@SUM(1+1)', 'a minus sign': '-1+1' },
  ),
  surviving(
    {
      id: 'RCV-PAYLOAD-NUL',
      title: 'A NUL character is answered in order',
      basis: { kind: 'should', source: 'RFC 8259, section 7' },
      reason: 'JSON may hold it and some databases may not: they refuse it with an error that you did not expect.',
      cure: 'Take NUL characters out, or answer 400, before a text goes to the database.',
    },
    { 'a NUL character': 'a\u0000b' },
  ),
  surviving(
    {
      id: 'RCV-PAYLOAD-SURROGATES',
      title: 'Half a character is answered in order',
      basis: { kind: 'should', source: 'RFC 8259, section 8.2' },
      reason: 'Where a text was cut in the middle of an emoji, half of it is left, which cannot be written as UTF-8.',
      cure: 'Replace halves by U+FFFD (`toWellFormed` in JavaScript), or answer 400, before a text is stored.',
    },
    { 'the first half of an emoji': 'a\ud83c', 'the second half': '\udf66b', 'halves in the wrong order': '\udf66\ud83c' },
  ),
  {
    id: 'RCV-PAYLOAD-REFLECTION',
    title: 'The answer does not give back what was sent',
    basis: { kind: 'should', source: 'OWASP Cross Site Scripting Prevention Cheat Sheet' },
    reason: 'The service\'s console shows your answers to people; what a customer typed then runs in their browser.',
    cure: 'Answer 204 without a body. Where a refusal has to name a value, send it as JSON or plain text.',
    needs: ['http'],
    evidence: 'Answers in which neither markup nor a header stands that was sent as a text.',
    async run(context) {
      await context.between(async () => {
        const accepted = carrying(context, `${markup}\r\n${injected}: yes`).map(({ prepared }) => prepared)
        const { body } = context.notification()
        const refused = { ...context.notification(), body: `${body.slice(0, -1)},"note":${JSON.stringify(markup)}` }
        for (const prepared of [...accepted, refused]) {
          const answer = await context.deliver(prepared)
          context.check(headerOf(answer, injected).length === 0, 'a line of a text has become a header of the answer')
          const isPage = headerOf(answer, 'content-type').some((type) => /html|^$/i.test(type))
          context.check(!isPage || !wholeText(answer).includes(markup), 'a text that was sent stands as markup in the answer')
        }
      })
      return 'no markup and no header came back'
    },
  },
  {
    id: 'RCV-PAYLOAD-INTACT',
    title: 'Texts arrive as they were written',
    basis: { kind: 'should', source: 'RFC 8259, section 8.1; USE-1' },
    reason: 'Names with question marks or strange letters in them are found by your customers, not by you.',
    cure: 'Read and write UTF-8 all the way: the answers of the interface, the database connection and its columns.',
    needs: ['http', 'api', 'probe'],
    evidence: 'The name of a record, with accents, an emoji and right-to-left script, in the receiver\'s state.',
    async run(context) {
      const mark = `ensayo${Math.floor(context.random() * 1e9)}`
      const name = `${mark} Ñandú 🍦 שלום`
      const recordId = await context.api.create({ name })
      await context.control()
      await context.deliver(context.notification({ kind: 'created', recordId }))
      for (let reading = 0; reading < 10; reading += 1) {
        const state = await context.settledState()
        const spellings = [name, JSON.stringify(name).slice(1, -1), asEscapes(name)]
        if (spellings.some((spelling) => state.toLowerCase().includes(spelling.toLowerCase()))) return 'the name stands in the state as it was written'
        if (state.includes(mark)) context.broken({ message: 'the name has been changed on its way', expected: name, found: around(state, mark) })
      }
      return context.unjudged('the state shows no names', 'Have the probe print the names of the records.')
    },
  },
]

function asEscapes(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function around(state: string, mark: string): string {
  const at = state.indexOf(mark)
  return state.slice(at, at + mark.length + 20)
}
