/** Having the service call a receiver of the suite's own, and telling silence from a deployment that never calls. */
import type { Case, CaseContext, Listening, ListeningWish } from '../src/conformance/index.ts'
import { sampleEdits } from './field-value.ts'
import { edit, labelOf, make, unique } from './written-record.ts'
import type { Fields, Written } from './written-record.ts'

export type Calls = ReturnType<Listening['received']>
export type Call = Calls[number]

export function webhookCase(one: Omit<Case, 'safety' | 'needs'> & Partial<Pick<Case, 'needs'>>): Case {
  return { needs: ['fullKey', 'section', 'console'], safety: 'webhook', ...one }
}

/** A webhook on the sample's section, on modification unless the wish says otherwise. */
export function listen(context: CaseContext, wish: Partial<ListeningWish> = {}): Promise<Listening> {
  return context.listen({ section: context.sample('section').id, on: ['modified'], ...wish })
}

/** An edit that changes the record whenever it is made: its label gets another text. */
export function change(context: CaseContext, { text }: Pick<Written, 'text'>): Fields {
  return { [labelOf(context).field]: `${text} ${unique(context)}` }
}

/** Edits through the interface; should nobody be called then, has a person do it (GAP-HOOK-WRITES). Gives the calls since. */
export async function modify(
  context: CaseContext,
  written: Written,
  listening: Listening,
  fields: Fields = change(context, written),
): Promise<{ by: 'api' | 'person'; calls: Calls }> {
  const before = listening.received().length
  const fresh = () => listening.received().slice(before)
  await edit(context, written, fields)
  await listening.until(before + 1)
  if (fresh().length > 0) return { by: 'api', calls: fresh() }
  const again = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, typeof value === 'string' ? `${value} 3` : value]),
  )
  if (!(await context.editInConsole(context.sample('section').id, written.id, again))) return { by: 'api', calls: [] }
  await listening.until(before + 1)
  return { by: 'person', calls: fresh() }
}

export interface Called {
  listening: Listening
  written: Written
  /** Those since the edit, at least one. */
  calls: Calls
  first: Call
  by: 'api' | 'person'
}

/** A webhook that has been called for a modification: what most cases look at. Unjudged when it has not. */
export async function called(context: CaseContext, wish: Partial<ListeningWish> = {}): Promise<Called> {
  const listening = await listen(context, wish)
  const written = await make(context)
  const { by, calls } = await modify(context, written, listening)
  const [first] = calls
  if (first === undefined) return context.unjudged('no notification has come', seeModified)
  return { listening, written, calls, first, by }
}

export const seeModified =
  'See HOOK-MODIFIED; that the service reaches --receiver-url; and, should writes through the interface not notify, use --manual.'

/** All that comes when days pass on a mock, or the run's patience elsewhere. */
export async function later(context: CaseContext, listening: Listening): Promise<Calls> {
  await listening.quiet()
  if (context.isMock) await context.advance(3 * 86_400_000)
  return listening.quiet()
}

/** Of a mock, whose clock was moved, the end of all waiting; of a deployment only that the patience is over. */
export function noneLater(context: CaseContext, message: string): never {
  if (context.isMock) return context.broken({ message, expected: 'another call', found: 'none in three days of its clock' })
  return context.unjudged(`${message} while the run waited`, 'Give it more --patience: when a retry comes is not documented (GAP-HOOK-RETRIES).')
}

/** Waits for the end of the answer to a call, in real time. */
export async function answerEnd(call: Call, withinMs: number): Promise<Call['answered']> {
  const until = performance.now() + withinMs
  while (call.answered === undefined && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  return call.answered
}

/** Two fields that can be edited apart from each other, with new values. */
export function twoEdits(context: CaseContext): [{ field: string; fields: Fields }, { field: string; fields: Fields }] {
  const label = labelOf(context)
  const [first, second] = sampleEdits(context.sample('section'), context.records.report()).filter(({ field }) => field !== label.field)
  if (first === undefined) return context.unjudged('the sample names no field to edit that the report shows', 'Add some to samples.section.edit.')
  const other = second ?? { ...label, value: `${label.text} ${unique(context)}` }
  return [
    { field: first.field, fields: { [first.field]: first.value } },
    { field: other.field, fields: { [other.field]: other.value } },
  ]
}

/** How a call differs from what the contract assumes, as a sentence; empty when it does not. */
export function violationsOf({ violations }: Call): string {
  return violations.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
}
