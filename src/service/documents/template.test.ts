import { expect, test } from 'vitest'
import type { JsonObject } from '../../core/index.ts'
import { createTemplateEngine, templateLimits } from './template.ts'
import type { TemplateFault } from './template.ts'

const engine = await createTemplateEngine()
/** Runs out of time at once, so that the tests do not wait. */
const hasty = await createTemplateEngine({ ...templateLimits, time: 20 })

function rendered(source: string, variables: JsonObject = {}): string {
  const rendering = engine.render(source, variables)
  return rendering.ok
    ? rendering.text.replaceAll('\u00a0', ' ')
    : `line ${rendering.fault.line}: ${rendering.fault.message}`
}

function faultOf(source: string, variables: JsonObject = {}): TemplateFault | undefined {
  const rendering = hasty.render(source, variables)
  return rendering.ok ? undefined : rendering.fault
}

const rows = Array.from({ length: 5_000 }, (_, index) => ({ number: index, name: `row ${index}` }))

test('values are written in Spanish', () => {
  const variables = {
    total: 1234.5,
    rate: 21,
    pieces: 1200.25,
    day: '2026-01-31',
    at: '2026-01-31T12:00:00Z',
  }
  expect(rendered('{{ total | money }}, {{ rate | percent }}, {{ pieces | quantity }}', variables)).toBe(
    '1.234,50 €, 21 %, 1.200,25',
  )
  expect(rendered("{{ day | date_es }}, {{ day | date_es: 'long' }}, {{ at | date_es }}", variables)).toBe(
    '31/01/2026, 31 de enero de 2026, 31/01/2026',
  )
})

test('absent values are written as nothing, and what has no such format as it is', () => {
  expect(rendered('[{{ it | money }}{{ it | date_es }}]', { it: null })).toBe('[]')
  expect(rendered('{{ it | money }} {{ it | date_es }}', { it: 'pronto' })).toBe('pronto pronto')
})

test('values are escaped for HTML, whatever filters they went through', () => {
  const variables = { name: `<b title="x">A&B's</b>` }
  expect(rendered('{{ name }}', variables)).toBe('&lt;b title=&#34;x&#34;&gt;A&amp;B&#39;s&lt;/b&gt;')
  expect(rendered('{{ name | upcase | append: "<i>" }}', variables)).not.toContain('<')
  expect(rendered('{{ name | money }}{{ name | date_es }}', variables)).not.toContain('<')
})

test('a value becomes a CSS string that it cannot leave', () => {
  expect(rendered('{{ it | css_string }}', { it: 'Factura F-1' })).toBe('"Factura F-1"')
  expect(rendered('{{ it | css_string }}', { it: '"}</style>\\\n' })).toBe(
    String.raw`"\22 \7d \3c \2f style\3e \5c \a "`,
  )
})

test.each(['include', 'render', 'layout', 'block'])('the tag %s, which reads files, does not exist', tag => {
  expect(rendered(`\n\n{% ${tag} 'package.json' %}`)).toBe(`line 3: tag "${tag}" not found`)
})

test.each([
  '{{ name.constructor }}',
  '{{ name.constructor.name }}',
  '{{ rows.__proto__ }}',
  '{{ rows[0].toString }}',
  '{{ rows[0]["constructor"] }}',
  '{{ constructor }}',
  '{{ rows | where: "__proto__" }}',
  '{{ rows | group_by: "constructor" }}',
])('nothing but the data can be seen: %s', source => {
  expect(rendered(source, { name: 'x', rows })).toMatch(/^line 1: undefined variable: /)
})

test('the prototype is not found through a filter either', () => {
  expect(rendered('{{ rows | map: "constructor" | join }}', { rows: [{ a: 1 }] })).toBe('')
  expect(rendered('{{ rows | sum: "constructor" }}', { rows: [{ a: 1 }] })).toBe('0')
})

test.each(['date', 'date_to_string', 'shuffle', 'sample'])(
  'the filter %s, which asks for time or chance, does not exist',
  filter => {
    expect(rendered(`{{ "now" | ${filter} }}`)).toBe(`line 1: undefined filter: ${filter}`)
  },
)

test('a mistake is told with its line', () => {
  expect(rendered('a\n\n{{ invoice.nmber }}', { invoice: { number: 1 } })).toBe(
    'line 3: undefined variable: invoice.nmber',
  )
  expect(rendered('a\n{{ total | mony }}', { total: 1 })).toBe('line 2: undefined filter: mony')
  expect(rendered('a\n{% if total %}\nb', { total: 1 })).toMatch(/^line 2: .*not closed/)
  expect(rendered('a\n{% frobnicate %}')).toBe('line 2: tag "frobnicate" not found')
})

test('a condition may ask for what is not there', () => {
  expect(rendered('{% if invoice.notes %}yes{% else %}no{% endif %}', { invoice: {} })).toBe('no')
})

test.each([
  ['a range', '{% for i in (1..100000000) %}{% endfor %}'],
  [
    'ranges in each other',
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  [
    'rows in each other',
    '{% for a in rows %}{% for b in rows %}{% for c in rows %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  [
    'a search repeated',
    '{% for a in rows %}{% assign b = rows | find_exp: "r", "r.number > 9999" %}{% endfor %}',
  ],
  ['sorting repeated', '{% for a in rows %}{% assign b = rows | sort: "name" %}{% endfor %}'],
  ['a table without end', '{% tablerow i in (1..9999999) %}{% endtablerow %}'],
])('%s ends at a limit', (_, source) => {
  expect(faultOf(source, { rows })?.message).toMatch(/limit exceeded/)
})

test.each([
  ['appending', '{% for i in (1..60) %}{% assign it = it | append: it %}{% endfor %}{{ it }}'],
  ['replacing', '{% for i in (1..60) %}{% assign it = it | replace: "a", it %}{% endfor %}{{ it }}'],
  ['capturing', '{% for i in (1..60) %}{% capture it %}{{ it }}{{ it }}{% endcapture %}{% endfor %}{{ it }}'],
  [
    'capturing without escaping',
    '{% for i in (1..60) %}{% capture it %}{{ it | raw }}{{ it | raw }}{% endcapture %}{% endfor %}{{ it }}',
  ],
  ['joining lists', '{% for i in (1..60) %}{% assign rows = rows | concat: rows %}{% endfor %}'],
])('text that doubles by %s ends at a limit', (_, source) => {
  expect(faultOf(source, { rows, it: 'aaaaaaaaaa' })).toBeDefined()
})

test('a result may have a length and no more', async () => {
  const small = await createTemplateEngine({ ...templateLimits, output: 10 })
  expect(small.render('{% for i in (1..3) %}abc{% endfor %}.', {})).toEqual({ ok: true, text: 'abcabcabc.' })
  expect(small.render('{% for i in (1..4) %}abc{% endfor %}', {})).toMatchObject({
    fault: { message: 'the result is longer than 10 characters' },
  })
})

test('a template that is too long or too deep is refused, not followed', async () => {
  const small = await createTemplateEngine({ ...templateLimits, source: 10 })
  expect(small.render('12345678901', {})).toMatchObject({
    fault: { message: 'it is longer than 10 characters' },
  })
  expect(faultOf('{% if true %}'.repeat(20_000))).toBeDefined()
  expect(faultOf(`{{ ${'rows['.repeat(40_000)}0${']'.repeat(40_000)} }}`, { rows })).toBeDefined()
})

test('one rendering leaves nothing behind for the next', () => {
  expect(rendered('{% assign seen = 1 %}{{ seen }}')).toBe('1')
  expect(rendered('{% if seen %}yes{% else %}no{% endif %}')).toBe('no')
})
