/** The same path in other letter cases (PATH-1). */

export interface Spelling {
  name: string
  spell: (segment: string) => string
}

const spellings: readonly Spelling[] = [
  { name: 'lower case', spell: (segment) => segment.toLowerCase() },
  { name: 'upper case', spell: (segment) => segment.toUpperCase() },
  // As the documentation itself has it: `/API/Reports`.
  { name: 'mixed case', spell: (segment) => (segment.length <= 3 ? segment.toUpperCase() : capitalized(segment)) },
  { name: 'alternating case', spell: alternating },
]

/** What is sent for an operation's path, `/api/tools/{id}`; what fills a parameter, and the query, stay as they are. */
function respelled(target: string, template: string, { spell }: Spelling): string {
  const [path = '', query] = split(target, '?')
  const fixed = template.split('/')
  const spelled = path.split('/').map((segment, at) => (isParameter(fixed[at]) ? segment : spell(segment)))
  return spelled.join('/') + (query === undefined ? '' : `?${query}`)
}

/** Every spelling of the target that is not the target itself, once each. */
export function otherSpellings(target: string, template: string): { name: string; target: string }[] {
  const found = new Map<string, { name: string; target: string }>()
  for (const spelling of spellings) {
    const other = respelled(target, template, spelling)
    if (other !== target && !found.has(other)) found.set(other, { name: spelling.name, target: other })
  }
  return [...found.values()]
}

function isParameter(segment: string | undefined): boolean {
  return segment === undefined || segment.includes('{')
}

function capitalized(segment: string): string {
  return segment.charAt(0).toUpperCase() + segment.slice(1).toLowerCase()
}

function alternating(segment: string): string {
  return [...segment].map((letter, at) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join('')
}

function split(text: string, at: string): [string, string?] {
  const index = text.indexOf(at)
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)]
}
