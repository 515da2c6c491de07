/** HTML in which nothing from elsewhere is markup. */
import { visibleBlock } from '../visible-text.ts'

export interface Markup {
  readonly markup: string
}

export type Child = Markup | string | number | undefined | readonly Child[]

/** A template whose texts are escaped, in content and in quoted attributes alike; only `Markup` goes in as it is. */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Markup {
  return { markup: parts.map((part, index) => part + (index < children.length ? rendered(children[index]) : '')).join('') }
}

/** Our own text, which is markup already. */
export function trusted(markup: string): Markup {
  return { markup }
}

function rendered(child: Child): string {
  if (child === undefined) return ''
  if (typeof child === 'string') return escaped(child)
  if (typeof child === 'number') return String(child)
  return 'markup' in child ? child.markup : child.map(rendered).join('')
}

function escaped(text: string): string {
  return visibleBlock(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
