/** Pieces of Markdown with text from elsewhere in them. */
import { visibleLine } from './visible-text.ts'

/** Text that means nothing in Markdown or HTML. */
export function plainText(text: string): string {
  return visibleLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~@]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Code within a line; in HTML, since Markdown's own cannot hold every text. */
export function codeText(text: string): string {
  return `<code>${plainText(text)}</code>`
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}
