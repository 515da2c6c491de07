/** For people: a line for each notification, a line for each thing that is wrong with it, a line for its answer. */
import { answerText } from '../../../conformance/index.ts'
import type { Answer, ReceivedNotification, TokenVerdict } from '../../../conformance/index.ts'
import { formatDuration } from '../../../webhooks/index.ts'
import { milliseconds, printable, timeOfDay } from '../terminal.ts'
import type { Paint } from '../terminal.ts'
import type { Presentation, PresentationDeps, Setting } from './presentation.ts'
import type { Tally } from './tally.ts'

/** More of one notification is counted instead of shown. */
const mostFields = 6
const mostViolations = 8

/** As wide as a time of day and a space. */
const indent = ' '.repeat(13)

export function inWords({ terminal, setting }: PresentationDeps): Presentation {
  const { paint, line } = terminal
  return {
    listening(url) {
      line('')
      line(`  ${paint('bold', 'ensayo')} receives notifications on ${paint(['bold', 'cyan'], url)}, any path`)
      line(`  answers   ${answersInWords(setting)}`)
      line(`  token     ${setting.expectsToken ? 'expected' : 'none expected'}`)
      if (setting.overlays.length > 0) line(`  overlays  ${setting.overlays.map(({ file }) => file).join(', ')}`)
      line(`  ${paint('dim', 'Ctrl-C ends it. Something to receive: ensayo webhook fire --to')} ${paint('dim', url)}`)
      line('')
    },
    notification(received) {
      const verdicts = [contractVerdict(received, paint), tokenVerdict(received.token, paint)].filter((text) => text !== '')
      line(`${paint('dim', timeOfDay(received.at))} ${numberOf(received, paint)} ${subjectOf(received, paint)}  ${verdicts.join('  ')}`)
      const { violations } = received
      for (const { pointer, message, expected } of violations.slice(0, mostViolations)) {
        const hint = expected === undefined ? '' : paint('dim', ` (expected ${printable(expected)})`)
        line(`${indent}${paint('red', '✗')} ${printable(pointer)}: ${printable(message)}${hint}`)
      }
      if (violations.length > mostViolations) line(`${indent}  and ${violations.length - mostViolations} more`)
      if (violations.length > 0 && received.body !== '') line(`${indent}${paint('dim', printable(received.body))}`)
      if (received.repeats !== undefined) line(`${indent}again: the same body as #${received.repeats}`)
      if (received.redirected) line(`${indent}${paint('yellow', '!')} the sender followed the redirect`)
      if (received.answer?.kind === 'hang') line(`${indent}${numberOf(received, paint)} ${paint('yellow', 'is not answered')}`)
    },
    answered(received) {
      const { answered } = received
      if (answered === undefined) return
      line(`${indent}${numberOf(received, paint)} ${endInWords(answered, paint)} ${paint('dim', `(${milliseconds(answered.afterMs)})`)}`)
    },
    forwardFailed: (received, reason) => line(`${indent}${numberOf(received, paint)} ${paint('red', 'not forwarded:')} ${printable(reason)}`),
    fault: (message) => line(`${indent}${paint('red', '✗')} ${message}`),
    summary(tally) {
      line('')
      for (const text of summaryLines(tally)) line(text)
    },
  }
}

function numberOf({ number }: ReceivedNotification, paint: Paint): string {
  return paint('cyan', `#${number}`)
}

/** What happened to which record; of something else, what it looks like from outside. */
function subjectOf({ event, method, path, bytes }: ReceivedNotification, paint: Paint): string {
  if (event === undefined) return `${printable(method)} ${printable(path)}, ${bytes} bytes`
  const { kind, section, recordId, changedFields } = event
  const fields = changedFields ?? []
  const more = fields.length - mostFields
  const shown = `${fields.slice(0, mostFields).map((field) => printable(field, 40)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const record = event.record === undefined ? '' : '  with the record'
  return `${paint('bold', kind)} ${printable(section, 60)} ${printable(String(recordId), 60)}  ${paint('dim', `${shown}${record}`)}`
}

function contractVerdict({ violations }: ReceivedNotification, paint: Paint): string {
  return violations.length === 0 ? paint('green', '✓ contract') : paint('red', '✗ contract')
}

function tokenVerdict(token: TokenVerdict, paint: Paint): string {
  switch (token) {
    case 'right':
      return paint('green', '✓ token')
    case 'missing':
      return paint('red', '✗ token missing')
    case 'wrong':
      return paint('red', '✗ token wrong')
    case 'notExpected':
      return paint('yellow', '! a token came, none is expected')
    case 'none':
      return ''
  }
}

function endInWords(answered: NonNullable<ReceivedNotification['answered']>, paint: Paint): string {
  switch (answered.end) {
    case 'answered':
      return `→ ${paint(answered.status < 300 ? 'green' : 'yellow', String(answered.status))}`
    case 'reset':
      return `→ ${paint('yellow', 'connection reset')}`
    case 'senderLeft':
      return paint('yellow', 'the sender left before the answer was complete')
    case 'receiverClosed':
      return paint('dim', 'broken off')
  }
}

function answersInWords({ answers, delayMs, forward }: Setting): string {
  const after = delayMs === 0 ? '' : `, each after ${formatDuration(delayMs)}`
  if (forward !== undefined) return `what ${forward.href} answers${after}`
  if (answers === undefined) return `200; 405 to what is no POST, 401 to a token that is not right${after}`
  const texts = answers.map((answer) => inOneWord(answer))
  const last = texts.pop() ?? ''
  return `${texts.length === 0 ? `${last}, always` : `${texts.join(', ')}, then ${last}`}${after}`
}

function inOneWord(answer: Answer): string {
  return answer.kind === 'slow' ? `200 with a body of ${formatDuration(answer.lastsMs)}` : answerText(answer)
}

function summaryLines({ notifications, sound, repetitions, redirected, tokens, answers, lasted }: Tally): string[] {
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
  const judged = tokens.right + tokens.missing + tokens.wrong
  return [
    `${counted(notifications, 'notification', 'notifications')} in ${milliseconds(lasted)}`,
    ...(notifications === 0 ? [] : [`  contract  ${sound} kept it, ${notifications - sound} did not`]),
    ...(judged === 0 ? [] : [`  token     ${tokens.right} right, ${tokens.missing} missing, ${tokens.wrong} wrong`]),
    ...(tokens.notExpected === 0 ? [] : [`  token     ${tokens.notExpected} came with one, though none is expected`]),
    ...(repetitions === 0 ? [] : [`  again     ${counted(repetitions, 'repetition', 'repetitions')} of the same body`]),
    ...(redirected === 0 ? [] : [`  redirect  followed ${counted(redirected, 'time', 'times')}`]),
    ...(Object.keys(answers).length === 0
      ? []
      : [`  answers   ${Object.entries(answers).map(([end, count]) => `${ends.get(end) ?? end}: ${count}`).join(', ')}`]),
  ]
}

const ends = new Map([
  ['reset', 'reset'],
  ['senderLeft', 'the sender left'],
  ['receiverClosed', 'broken off at the end'],
])
