/**
 * CSS selectors: types, classes, ids, attributes, `:root`, `:first-child`, `:last-child`, `:nth-child`,
 * descendants and children. Any other selector is not understood, so its rule is left out.
 */
import { split } from './css-text.ts'
import type { Element } from './tree.ts'

type Test = (element: Element) => boolean

interface Compound {
  /** All must hold. */
  tests: Test[]
  /** How the compound written before this one stands to it. */
  combinator: 'descendant' | 'child'
}

export interface Selector {
  /** The subject first, then outwards. */
  compounds: Compound[]
  /** Ids, classes and types as digits of one number (Selectors Level 4, section 16). */
  specificity: number
}

const tagTest = String.raw`(\*|[a-z][\w-]*)`
const attributeTest = String.raw`\[\s*([\w-]+)\s*(?:=\s*["']?([^"'\]]*)["']?\s*)?\]`
const pseudoClassTest = String.raw`:([a-z-]+)(?:\(([^)]*)\))?`
const simple = new RegExp(
  String.raw`^(?:${tagTest}|\.([\w-]+)|#([\w-]+)|${attributeTest}|${pseudoClassTest})`,
  'i',
)

/** Undefined when the selector holds something that is not understood. */
export function parseSelector(text: string): Selector | undefined {
  const compounds: Compound[] = []
  let specificity = 0
  for (const token of split(text.replace(/\s*>\s*/g, ' >'), ' ')) {
    const compound: Compound = { tests: [], combinator: token.startsWith('>') ? 'child' : 'descendant' }
    let rest = compound.combinator === 'child' ? token.slice(1) : token
    do {
      const found = simple.exec(rest)
      const read = found === null ? undefined : readSimple(found)
      if (found === null || read === undefined) return undefined
      compound.tests.push(read.test)
      specificity += read.weight
      rest = rest.slice(found[0].length)
    } while (rest !== '')
    compounds.unshift(compound)
  }
  const outermost = compounds.at(-1)
  return outermost === undefined || outermost.combinator === 'child' ? undefined : { compounds, specificity }
}

export function matches(element: Element, { compounds }: Selector): boolean {
  return matchesFrom(element, compounds, 0)
}

function matchesFrom(element: Element, compounds: Compound[], index: number): boolean {
  const compound = compounds[index]
  if (compound === undefined || !compound.tests.every(test => test(element))) return false
  if (index + 1 === compounds.length) return true
  for (let outer = element.parent; outer !== undefined; outer = outer.parent) {
    if (matchesFrom(outer, compounds, index + 1)) return true
    if (compound.combinator === 'child') return false
  }
  return false
}

function readSimple(found: RegExpExecArray): { test: Test; weight: number } | undefined {
  const [, type, className, id, attribute, value, pseudo, argument] = found
  if (type === '*') return { test: () => true, weight: 0 }
  if (type !== undefined) return { test: element => element.tag === type.toLowerCase(), weight: 1 }
  if (className !== undefined) return { test: element => element.classes.has(className), weight: 1_000 }
  if (id !== undefined) return { test: element => element.attributes.get('id') === id, weight: 1_000_000 }
  if (attribute !== undefined) {
    const name = attribute.toLowerCase()
    const test: Test =
      value === undefined
        ? element => element.attributes.has(name)
        : element => element.attributes.get(name) === value
    return { test, weight: 1_000 }
  }
  const test = pseudoClass(pseudo?.toLowerCase(), argument ?? '')
  return test === undefined ? undefined : { test, weight: 1_000 }
}

function pseudoClass(name: string | undefined, argument: string): Test | undefined {
  switch (name) {
    case 'root':
      return element => element.parent === undefined
    case 'first-child':
      return element => element.position === 1
    case 'last-child':
      return element => element.isLast
    case 'nth-child':
      return nthChild(argument)
    default:
      return undefined
  }
}

/** `even`, `odd`, `3`, `2n`, `2n + 1` (Selectors Level 4, section 13.3). */
function nthChild(argument: string): Test | undefined {
  const step = /^\s*(?:(even)|(odd)|(\d*)n(?:\s*\+\s*(\d+))?|(\d+))\s*$/i.exec(argument)
  if (step === null) return undefined
  const [, even, odd, every, from, exact] = step
  if (exact !== undefined) return element => element.position === Number(exact)
  const size = even !== undefined || odd !== undefined ? 2 : every === '' ? 1 : Number(every)
  const first = odd !== undefined ? 1 : Number(from ?? 0)
  return ({ position }) =>
    position >= first && (size === 0 ? position === first : (position - first) % size === 0)
}
