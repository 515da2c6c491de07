/** From a baseline's text, YAML 1.2 or JSON, to its entries. */
import type { Baseline, KnownDeviation } from './baseline.ts'

/** A baseline that cannot be used; one line: `file:line:column: what is wrong; how to mend it`. */
export class BaselineError extends Error {
  override name = 'BaselineError'
}

const names = ['case', 'owner', 'reason', 'expires'] as const

/**
 * A list of `{ case, owner, reason, expires: YYYY-MM-DD }`; an empty file is an empty list.
 * @param file as messages name it
 * @throws BaselineError for the first thing that is wrong
 */
export async function readBaseline({ text, file }: { text: string; file: string }): Promise<Baseline> {
  const { LineCounter, isMap, isScalar, isSeq, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const placeOf = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0)
    return `${file}:${line}:${col}`
  }
  const refuse = (offset: number | undefined, problem: string, cure: string): never => {
    throw new BaselineError(`${placeOf(offset)}: ${problem}; ${cure}`)
  }

  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) refuse(fault.pos[0], `this is not YAML or JSON: ${fault.message}`, 'mend the syntax here')
  const { contents } = document
  if (contents === null || (isScalar(contents) && contents.value === null)) return []
  if (!isSeq(contents)) return refuse(offsetOf(contents), 'a baseline is a list', 'begin each entry with "- case: …"')

  const entries: KnownDeviation[] = []
  for (const item of contents.items) {
    if (!isMap(item)) return refuse(offsetOf(item), 'an entry is an object', `give it ${names.join(', ')}`)
    const at = offsetOf(item)
    const found = new Map<string, { value: string; at: number | undefined }>()
    for (const { key, value } of item.items) {
      const name = isScalar(key) ? String(key.value) : ''
      if (!isName(name)) refuse(offsetOf(key), `an entry has no ${name === '' ? 'such name' : `"${name}"`}`, `it has ${names.join(', ')}`)
      if (!isScalar(value) || typeof value.value !== 'string' || value.value.trim() === '') {
        refuse(offsetOf(value) ?? offsetOf(key), `${name} is a text that is not empty`, example[isName(name) ? name : 'case'])
      }
      found.set(name, { value: isScalar(value) ? String(value.value).trim() : '', at: offsetOf(value) })
    }
    const textOf = (name: (typeof names)[number]) =>
      found.get(name) ?? refuse(at, `the entry lacks ${name}`, example[name])
    const expires = textOf('expires')
    if (!isDate(expires.value)) refuse(expires.at, `"${expires.value}" is no date`, example.expires)
    const id = textOf('case')
    const other = entries.find((entry) => entry.case === id.value)
    if (other !== undefined) refuse(id.at, `${id.value} is excused a second time`, `keep one entry, here or at ${other.place}`)
    entries.push({
      case: id.value,
      owner: textOf('owner').value,
      reason: textOf('reason').value,
      expires: expires.value,
      place: placeOf(at),
    })
  }
  return entries
}

const example: Record<(typeof names)[number], string> = {
  case: 'name a case, such as REP-PAGES-JOIN; ensayo conform --list shows them',
  owner: 'say who answers for it, such as owner: reports team',
  reason: 'say why it is accepted for now, such as reason: mended in the next release',
  expires: 'say until when, such as expires: 2027-03-31',
}

function isName(name: string): name is (typeof names)[number] {
  return names.some((known) => known === name)
}

/** A day that the calendar has. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function offsetOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined
  const [first]: unknown[] = node.range
  return typeof first === 'number' ? first : undefined
}
