import { expect, test } from 'vitest'
import { createStyles } from './style.ts'
import type { Style } from './style.ts'
import { parseStylesheet } from './stylesheet.ts'
import { readPage } from './tree.ts'
import type { Element } from './tree.ts'

const limits = { elements: 1_000, depth: 50, characters: 10_000 }

/** The style of the element with the id `it`. */
async function styleOf(html: string): Promise<Style | undefined> {
  const page = await readPage(html, limits)
  const styles = createStyles(parseStylesheet(page.css).rules)
  function find(element: Element, parent: Style | undefined): Style | undefined {
    const style = styles.of(element, parent)
    if (element.attributes.get('id') === 'it') return style
    for (const child of element.children) {
      const found = typeof child === 'string' ? undefined : find(child, style)
      if (found !== undefined) return found
    }
    return undefined
  }
  return find(page.root, undefined)
}

/** Whether the selector chooses `#it` in the page. */
async function chosen(selector: string, body: string): Promise<boolean> {
  const style = await styleOf(`<style>${selector} { color: #123456 }</style>${body}`)
  return style?.color === '#123456'
}

const table = '<table class="list big"><tr><td>1<td>2<tr class=odd><td>3<td id=it data-kind="sum">4</table>'

test.each([
  'td',
  '*',
  '#it',
  'td#it',
  '[data-kind]',
  '[data-kind=sum]',
  '[data-kind="sum"]',
  '.list td',
  '.big.list td',
  'tr > td',
  '.odd > td:last-child',
  'tr:nth-child(2) td',
  'tr:nth-child(even) > :nth-child(2n)',
  'html .list tr.odd td',
  'p, td',
  ':root td',
  'TABLE TD',
])('%s chooses the cell', async selector => {
  expect(await chosen(selector, table)).toBe(true)
})

test.each([
  'th',
  '.list > td',
  '.small td',
  'td:first-child',
  '[data-kind=other]',
  'tr:nth-child(odd) td',
  'tr:first-child > td',
  '#other',
  'td td',
  'td::before',
  'td:hover',
  'td + td',
  'td ~ td',
  '',
  '> td',
  'td:nth-child(x)',
  'td!',
])('%j does not, or is not understood', async selector => {
  expect(await chosen(selector, table)).toBe(false)
})

test('the more specific rule wins, then the later, then the element itself', async () => {
  const css = '<style>.a { color: #aa0000 } p { color: #bb0000; margin: 1pt } p { margin: 2pt 3pt }</style>'
  expect(await styleOf(`${css}<p id=it class=a>`)).toMatchObject({ color: '#aa0000', margin: [3, 2, 3, 2] })
  expect(await styleOf(`${css}<p id=it class=a style="color: #cc0000">`)).toMatchObject({ color: '#cc0000' })
})

test('print is shown, the screen is not', async () => {
  const css = `<style>
    @media screen { p { color: #aa0000 } }
    @media print { p { font-size: 7pt } @media all { p { font-weight: 600 } } }
    @media print and (max-width: 1mm) { p { font-style: italic } }
    @font-face { src: none } @import "x";
  </style>`
  expect(await styleOf(`${css}<p id=it>`)).toMatchObject({
    color: '#000000',
    fontSize: 7,
    bold: true,
    italics: false,
  })
})

test('comments, strings, escapes and mistakes do not confuse the reading', async () => {
  const css = `<style>
    /* p { color: #aa0000 } */
    p::after { content: "} p { color: #aa0000 }" }
    p { color: rgb(1, 2, 255); ; font-size 9pt; background: url("a;b:c") } }
    p { margin-top: 4px; 
  </style>`
  expect(await styleOf(`${css}<p id=it>`)).toMatchObject({
    color: '#0102ff',
    fontSize: 12,
    margin: [0, 12, 0, 12],
  })
})

test('text styles are inherited, boxes are not', async () => {
  const outer =
    'color: #f00; font-size: 10pt; text-align: right; padding: 3mm; background: #eee; line-height: 2'
  const html = `<div style="${outer}">
    <p id=it style="font-size: 1.5em; margin-top: 1em">`
  const style = await styleOf(html)
  expect(style).toMatchObject({
    color: '#ff0000',
    fontSize: 15,
    alignment: 'right',
    lineHeight: 2,
    background: undefined,
  })
  expect(style).toMatchObject({ padding: [0, 0, 0, 0], margin: [0, 15, 0, 15] })
})

test('lengths are points, rem those of the root', async () => {
  const html =
    '<style>html { font-size: 10pt }</style><div style="font-size: 30pt"><p id=it style="margin: 1rem 1in 8px 10mm">'
  const [left, top, right, bottom] = (await styleOf(html))?.margin ?? []
  expect([top, right, bottom]).toEqual([10, 72, 6])
  expect(left).toBeCloseTo(28.35, 2)
})

test('borders have a width and a colour on each side', async () => {
  const style = await styleOf(
    '<p id=it style="color: #00f; border: 2pt solid; border-top: none; border-left: 1pt solid #f00">',
  )
  const black = '#000000'
  expect(style?.border).toEqual([
    { width: 1, color: '#ff0000' },
    { width: 0, color: '#0000ff' },
    { width: 2, color: '#0000ff' },
    { width: 2, color: '#0000ff' },
  ])
  expect((await styleOf('<p id=it style="border-bottom: 0">'))?.border[3]).toEqual({ width: 0, color: black })
})

test('no size is so great that a line would not fit a page', async () => {
  const style = await styleOf(
    '<p id=it style="font-size: 900pt; line-height: 90; margin: 9999pt; padding: -50pt">',
  )
  expect(style).toMatchObject({
    fontSize: 60,
    lineHeight: 2.5,
    margin: [120, 120, 120, 120],
    padding: [0, 0, 0, 0],
  })
})

test('a page beyond the limits is refused', async () => {
  await expect(readPage('<p>'.repeat(1_000), limits)).rejects.toThrow('more than 1000 elements')
  await expect(readPage('<div>'.repeat(60), limits)).rejects.toThrow('nested more than 50 deep')
  await expect(readPage('x'.repeat(10_001), limits)).rejects.toThrow('more than 10000 characters')
})
