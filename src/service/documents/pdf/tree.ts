/** A page of HTML as a plain tree, with what selectors and layout ask of it. */
import type { DefaultTreeAdapterTypes } from 'parse5'

export interface Element {
  tag: string
  classes: Set<string>
  attributes: Map<string, string>
  parent: Element | undefined
  /** Among its parent's elements, from 1. */
  position: number
  isLast: boolean
  children: (Element | string)[]
}

export interface Page {
  root: Element
  title: string
  /** The text of every `<style>`. */
  css: string
}

/** How much HTML is laid out; more is refused, since laying it out would stop everything else for seconds. */
export interface PageLimits {
  elements: number
  depth: number
  /** Of text, styles included. */
  characters: number
}

/** The message goes on after "the page": `it has more than …`. */
export class PageTooLarge extends Error {
  override name = 'PageTooLarge'
}

/** Loads the HTML parser. Throws `PageTooLarge`. */
export async function readPage(html: string, limits: PageLimits): Promise<Page> {
  const { parse } = await import('parse5')
  let elements = 0
  let characters = 0
  let title: string | undefined
  let css = ''

  function read(node: DefaultTreeAdapterTypes.Element, parent: Element | undefined, depth: number): Element {
    if (++elements > limits.elements) throw new PageTooLarge(`it has more than ${limits.elements} elements`)
    if (depth > limits.depth) throw new PageTooLarge(`its elements are nested more than ${limits.depth} deep`)
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
    const classes = new Set(attributes.get('class')?.split(/\s+/))
    const element: Element = {
      tag: node.tagName,
      classes,
      attributes,
      parent,
      position: 1,
      isLast: true,
      children: [],
    }
    let last: Element | undefined
    let position = 0
    for (const child of node.childNodes) {
      if (child.nodeName === '#text' && 'value' in child) {
        characters += child.value.length
        if (characters > limits.characters)
          throw new PageTooLarge(`it has more than ${limits.characters} characters`)
        element.children.push(child.value)
      } else if ('tagName' in child) {
        const inner = read(child, element, depth + 1)
        inner.position = ++position
        if (last !== undefined) last.isLast = false
        last = inner
        element.children.push(inner)
      }
    }
    if (element.tag === 'style') css += `${element.children.join('')}\n`
    if (element.tag === 'title') title ??= element.children.join('').trim()
    return element
  }

  const root = parse(html).childNodes.find(node => 'tagName' in node)
  if (root === undefined) throw new Error('the HTML parser gave no root element')
  return { root: read(root, undefined, 1), title: title ?? '', css }
}
