import { expect, test } from 'vitest'
import { readPdf } from '../pdf-reader.ts'
import type { PdfText, ReadPdf } from '../pdf-reader.ts'
import { createPdfPrinter } from './index.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const printer = await createPdfPrinter()

async function printed(html: string): Promise<ReadPdf> {
  return readPdf(await printer.print(html, noon))
}

function textsOf(pdf: ReadPdf): string[] {
  return pdf.pages.map(({ text }) => text)
}

function find(pdf: ReadPdf, text: string): PdfText | undefined {
  return pdf.pages.flatMap(({ items }) => items).find(item => item.text.trim() === text)
}

function rightEdge(pdf: ReadPdf, text: string): number {
  const item = find(pdf, text)
  return item === undefined ? Number.NaN : item.x + item.width
}

/** `line 1` … `line n`, each in the tag. */
function lines(count: number, tag = 'p'): string {
  return Array.from({ length: count }, (_, index) => `<${tag}>line ${index + 1}</${tag}>`).join('')
}

test('a page is A4 with its title, its language and the time that it was made', async () => {
  const pdf = await printed('<title>Factura 1 &amp; más</title><p>Hola')
  expect(pdf).toMatchObject({ title: 'Factura 1 & más', createdAt: 'D:20260131120000Z', language: 'es' })
  expect(pdf.pages).toMatchObject([{ width: 595.28, height: 841.89, text: 'Hola' }])
})

test('the same page at the same time is the same file', async () => {
  const html = '<title>x</title><p>Hola <b>tú</b>'
  expect(await printer.print(html, noon)).toEqual(await printer.print(html, noon))
})

test('text is selectable in every European language, in embedded fonts', async () => {
  const text = 'Ñandú «pingüino» façana 1.234,56 € Größe Žižek Ελλάδα Україна'
  const pdf = await printed(`<p>${text}</p><p><b>negrita</b> <i>cursiva</i> <b><i>ambas</i></b>`)
  expect(textsOf(pdf)).toEqual([`${text} negrita cursiva ambas`])
  expect(pdf.fonts.map(name => name.replace(/^[A-Z]{6}\+/, '')).sort()).toEqual([
    'Roboto-Italic',
    'Roboto-Medium',
    'Roboto-MediumItalic',
    'Roboto-Regular',
  ])
})

test('white space is that of HTML', async () => {
  const pdf = await printed(
    '<p>  a \n  <b> b</b>   c<br>   d\n</p>\n\n<p style="white-space: pre-line">e\n  f</p>',
  )
  expect(textsOf(pdf)).toEqual(['a b c d e f'])
  expect(find(pdf, 'd')?.x).toBe(find(pdf, 'e')?.x)
  expect(find(pdf, 'f')?.x).toBe(find(pdf, 'e')?.x)
})

test('nothing that a browser hides is printed', async () => {
  const pdf = await printed(
    '<style>.x { display: none }</style><script>a</script><p class=x>b</p><p>c <span class=x>d</span></p>',
  )
  expect(textsOf(pdf)).toEqual(['c'])
})

test('numbers that are set to the right end at the same point', async () => {
  const rows = ['7,00 €', '1.234,56 €', '-12,30 €'].map(
    amount => `<tr><td>x</td><td class=n>${amount}</td></tr>`,
  )
  const css = '<style>table { width: 100% } .n { text-align: right; white-space: nowrap }</style>'
  const pdf = await printed(`${css}<table>${rows.join('')}</table>`)
  expect(rightEdge(pdf, '1.234,56 €')).toBeCloseTo(rightEdge(pdf, '7,00 €'), 1)
  expect(rightEdge(pdf, '-12,30 €')).toBeCloseTo(rightEdge(pdf, '7,00 €'), 1)
  expect(rightEdge(pdf, '7,00 €')).toBeGreaterThan(500)
})

test('flex items stand beside each other, and justify-content shares out the room', async () => {
  const pdf = await printed(
    '<div style="display: flex; justify-content: space-between"><div>left</div><div>right</div></div>',
  )
  expect(find(pdf, 'left')?.y).toBe(find(pdf, 'right')?.y)
  expect(rightEdge(pdf, 'right')).toBeGreaterThan(500)
})

test('cells span columns and rows', async () => {
  const pdf = await printed(`<table style="width: 100%">
    <tr><td rowspan=2>a<td>b<td>c</tr><tr><td>d<td>e</tr><tr><td colspan=2>f<td>g</tr>
  </table>`)
  expect(find(pdf, 'd')?.x).toBe(find(pdf, 'b')?.x)
  expect(find(pdf, 'f')?.x).toBe(find(pdf, 'a')?.x)
  expect(find(pdf, 'g')?.x).toBe(find(pdf, 'e')?.x)
})

test('a span beyond the table ends with it', async () => {
  const pdf = await printed('<table><tr><td rowspan=50>a<td colspan=5000>b</table><p>after')
  expect(textsOf(pdf)).toEqual(['a b after'])
})

test('a long table repeats its head on every page and loses no row', async () => {
  const pdf = await printed(`<table><thead><tr><th>head</thead><tbody>${lines(150, 'tr><td')}</table>`)
  expect(pdf.pages.length).toBeGreaterThan(2)
  expect(pdf.pages.every(({ text }) => text.startsWith('head '))).toBe(true)
  const rows = textsOf(pdf)
    .join(' ')
    .match(/line \d+/g)
  expect(rows).toEqual(Array.from({ length: 150 }, (_, index) => `line ${index + 1}`))
})

test.each([
  ['a block to be kept together', `<div style="break-inside: avoid">${lines(120)}</div>`],
  ['a row', `<table><tr><td>x<tr><td>${lines(120)}<tr><td>y</table>`],
  ["a table's head", `<table><thead><tr><th>${lines(120)}</thead><tr><td>y</table>`],
  ['a box', `<div style="padding: 4pt; background: #eee; border: 1pt solid">${lines(120)}</div>`],
  ['a heading', `<h1>${lines(120, 'span><br')}</h1><p>x`],
])('%s that is higher than a page loses nothing', async (_, html) => {
  const pdf = await printed(`${html}<p>after`)
  const found = textsOf(pdf).join(' ')
  expect(found.match(/line \d+/g)).toHaveLength(120)
  expect(found).toContain('after')
})

test('what is kept together goes to the next page as a whole', async () => {
  const pdf = await printed(`${lines(24)}<div style="break-inside: avoid">${lines(8, 'h4')}</div>`)
  expect(pdf.pages.map(({ text }) => text.split('line').length - 1)).toEqual([24, 8])
})

test('a heading does not end a page', async () => {
  for (const before of [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]) {
    const pdf = await printed(
      `${lines(before)}<h2>heading</h2><table><thead><tr><th>head</thead><tr><td>row</table>`,
    )
    expect(textsOf(pdf).at(-1)).toMatch(/heading head row$/)
  }
})

test('the page has the size, the margins and the counters that its style asks for', async () => {
  const pdf = await printed(`<style>
    @page { size: A5 landscape; margin: 20mm; }
    @page { @bottom-right { content: "Página " counter(page) " de " counter(pages) } }
    @page { @top-left { content: 'caf\\e9  "uno"' } }
    @page :first { @top-left { content: none } }
  </style>${lines(20)}`)
  expect(pdf.pages[0]).toMatchObject({ width: 595.28, height: 419.53 })
  expect(find(pdf, 'line 1')?.x).toBeCloseTo(56.7, 0)
  expect(textsOf(pdf)[0]).toMatch(/Página 1 de \d$/)
  expect(textsOf(pdf)[0]).not.toContain('caf')
  expect(textsOf(pdf)[1]).toContain('café "uno"')
})

test('a break before a block begins a page', async () => {
  const pdf = await printed('<p>a<p style="break-before: page">b')
  expect(textsOf(pdf)).toEqual(['a', 'b'])
})

test('lists have their marks', async () => {
  const pdf = await printed('<ol><li>first<li>second</ol><ul style="list-style-type: none"><li>third</ul>')
  expect(textsOf(pdf)).toEqual(['first 1. second 2. third'])
  expect(find(pdf, '2.')).toMatchObject({ y: find(pdf, 'second')?.y })
  expect(rightEdge(pdf, '2.')).toBeLessThan(find(pdf, 'second')?.x ?? 0)
})

test('a word that is wider than the page is broken, not lost', async () => {
  const word = 'abcdefghij'.repeat(60)
  const pdf = await printed(`<p>${word}</p><table><tr><td>${word}</table>`)
  expect(textsOf(pdf).join('').replaceAll(' ', '')).toBe(word + word)
  const edges = pdf.pages.flatMap(({ items }) => items.map(({ x, width }) => x + width))
  expect(Math.max(...edges)).toBeLessThan(595)
})

test('a very long paragraph is printed whole', async () => {
  const words = Array.from({ length: 4_000 }, (_, index) => `w${index}`)
  const pdf = await printed(`<p>${words.join(' ')}`)
  expect(textsOf(pdf).join(' ').split(' ')).toEqual(words)
})

test('nothing is read from files or from the network', async () => {
  const sources = ['/etc/hostname', 'file:///etc/hostname', 'http://127.0.0.1:9/x.png', 'package.json']
  const html = sources.map(source => `<img src="${source}"><p style="background: url(${source})">x`).join('')
  const pdf = await printed(
    `<link rel=stylesheet href="http://127.0.0.1:9/x.css"><style>@import "/etc/hostname";</style>${html}`,
  )
  expect(textsOf(pdf)).toEqual(['x x x x'])
})

test('pictures are left out, broken ones too', async () => {
  const sources = ['', 'data:image/png;base64,AAAA', 'data:image/jpeg;base64,/9j/AAAA']
  const pdf = await printed(
    `${sources.map(source => `<img src="${source}">`).join('')}<svg><text>b</text></svg><p>a`,
  )
  expect(textsOf(pdf)).toEqual(['a'])
})

test('odd pages are pages', async () => {
  for (const html of [
    '',
    '<',
    '<table></table>',
    '<table><tr></table>',
    '<ul></ul>',
    '<p style="font-size: 0">',
    '<hr>',
    '&#0;',
  ]) {
    expect((await printed(html)).pages).toHaveLength(1)
  }
})

test('a page beyond the limits is refused', async () => {
  const small = await createPdfPrinter({ elements: 5, depth: 10, characters: 100 })
  await expect(small.print('<p>'.repeat(5), noon)).rejects.toThrow('it has more than 5 elements')
})
