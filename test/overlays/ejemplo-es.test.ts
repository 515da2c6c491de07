/** The example overlay: the mock speaks it on every endpoint, and the client with the same overlay reads it. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { createClient } from '../../src/client/index.ts'
import { startMock } from '../../src/mock/index.ts'
import type { Mock } from '../../src/mock/index.ts'
import { scenarioClients, withMock } from '../mock-clients.ts'
import { runScenario } from '../scenario.ts'
import type { Transcript } from '../scenario.ts'

const example = fileURLToPath(new URL('../../openapi/overlays/ejemplo-es.yaml', import.meta.url))
const original = await loadContract()
const contract = await loadContract({ overlays: [example] })

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ contract })
})
afterAll(() => mock.close())

interface Sent {
  login?: string
  headers?: Record<string, string>
  body?: unknown
  /** In place of a JSON body. */
  text?: string
}

interface Answered {
  status: number
  mediaType: string | undefined
  headers: Headers
  /** A JSON value, or text. */
  body: unknown
}

/** Nothing of the toolkit in between. */
async function send(method: string, path: string, { login = 'lucia.ferrer', headers = {}, body, text }: Sent = {}): Promise<Answered> {
  const key = mock.keys.find((candidate) => candidate.login === login)?.key ?? 'no-such-key'
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(mock.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const mediaType = response.headers.get('content-type')?.split(';')[0]
  const said = await response.text()
  const isJson = mediaType === 'application/json'
  return { status: response.status, mediaType, headers: response.headers, body: isJson ? JSON.parse(said) : said }
}

const found = (datos: unknown) => ({ status: 200, mediaType: 'application/json', body: { ok: true, datos } })
const refused = (status: number, codigo: number, detalles?: unknown) => ({
  status,
  mediaType: 'application/json',
  body: { ok: false, error: { codigo, texto: expect.any(String), ...(detalles === undefined ? {} : { detalles }) } },
})

test('ping is stated, and as always', async () => {
  expect(await send('GET', '/')).toMatchObject({ status: 200, mediaType: 'text/plain', body: expect.stringMatching(/^The service/) })
})

test('whoami answers in the envelope, without permissions', async () => {
  const user = { codigo: '1', usuario: 'lucia.ferrer', nombre: expect.any(String), contacto: { correo: expect.stringContaining('@') } }
  expect(await send('GET', '/api/whoami')).toMatchObject(found(expect.toSatisfy((datos) => JSON.stringify(Object.keys(datos)) === JSON.stringify(Object.keys(user)))))
  expect(await send('GET', '/API/WhoAmI')).toMatchObject(found(user))
})

test('a report counts its pages from 0 and says whether there are more', async () => {
  const asked = { informe: 'sales-per-month', resultsPerPage: 7, safeColumnsName: true }
  const first = await send('POST', '/api/reports', { body: asked })
  expect(first).toEqual({
    ...found({
      filas: expect.toSatisfy((rows) => rows.length === 7),
      columnas: [
        { clave: 'month', titulo: 'Periodo', tipo: 'T' },
        { clave: 'sales_count', titulo: 'Ventas', tipo: 'E' },
        ...['base', 'tax', 'total'].map((clave) => ({ clave, titulo: expect.any(String), tipo: 'N' })),
      ],
      adjuntos: [],
    }),
    headers: expect.anything(),
    body: expect.objectContaining({ pagina: 0, por_pagina: 7, hay_mas: 1 }),
  })
  expect(await send('POST', '/api/reports', { body: { ...asked, page: 0 } })).toMatchObject({ body: first.body })
  const last = await send('POST', '/api/reports', { body: { ...asked, page: 2 } })
  expect(last).toMatchObject({ body: { datos: { filas: { length: 4 } }, pagina: 2, hay_mas: 0 } })
})

test('a report brings its files when asked to by the letter S', async () => {
  const body = { informe: 'invoices-with-files', withFiles: 'S', resultsPerPage: 20 }
  expect(await send('POST', '/api/reports', { body })).toMatchObject({
    status: 200,
    body: { datos: { adjuntos: expect.arrayContaining([{ registro: expect.stringMatching(/^\d+$/), nombre: expect.any(String), tipo: expect.any(String), fichero: expect.stringMatching(/^[\w+/]+=*$/) }]) } },
  })
})

test.each([
  [1, /^<!doctype html>/i],
  [2, /^\{/],
  [3, /^%PDF-/],
])('a document in format %i comes in base64', async (formato, begins) => {
  const answer = await send('POST', '/api/dynamicdocuments', { body: { plantilla: 'invoice', formato, valores: { invoice_id: 1 } } })
  const decoded = (fichero: unknown) => begins.test(Buffer.from(String(fichero), 'base64').toString())
  expect(answer).toMatchObject(found({ formato, fichero: expect.toSatisfy(decoded) }))
})

test('records are written from a bare list, under the names of their sections and fields', async () => {
  const written = await send('POST', '/api/writeoperations', {
    body: [
      { seccion: 'terceros', datos: { nombre: 'Taller Nadal', poblacion: 'Manacor', nif: 'B12345674' } },
      { seccion: 'almacen', datos: { codigo: 'LLA-1', nombre: 'Llave', existencias: 5, precio: 10 } },
      { seccion: 'terceros', datos: { nombre: 'X', poblasion: 'Inca' } },
      { seccion: 'entities', datos: { nombre: 'X' } },
      { seccion: 'terceros', datos: { name: 'X', nombre: 'Y' } },
    ],
  })
  const [entity, item] = ['registro', 'registro'].map((key, index) => Object(Object(written.body).datos[index])[key])
  expect(written).toMatchObject(
    found([
      { registro: entity, estado: 1, codigo: 0, texto: '', fallos: [] },
      { registro: item, estado: 1, codigo: 0, texto: '', fallos: [] },
      { registro: null, estado: 9, codigo: 103, fallos: [{ campo: '/datos/poblasion' }] },
      { registro: null, estado: 9, codigo: 101, fallos: [] },
      { registro: null, estado: 9, codigo: 103, fallos: [{ campo: '/datos/name' }] },
    ]),
  )
  expect([entity, item]).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])

  const line = { articulo: Number(item), cantidad: 2, precio: 10 }
  const sold = { tercero: Number(entity), fecha: '2026-11-20', canal: 'shop', forma_pago: 'card' }
  expect(
    await send('POST', '/api/writeoperations', {
      body: [
        { seccion: 'ventas', datos: { ...sold, lineas: [line] } },
        { seccion: 'ventas', datos: { ...sold, lineas: [line, { ...line, cantidad: 'dos' }] } },
        { seccion: 'terceros', registro: entity, datos: { eliminado: 1 } },
        { seccion: 'terceros', registro: entity, datos: { eliminado: 0 } },
      ],
    }),
  ).toMatchObject(
    found([
      { estado: 1 },
      { estado: 9, codigo: 106, fallos: [{ campo: '/datos/lineas/1/cantidad' }] },
      { registro: entity, estado: 3 },
      { registro: entity, estado: 4 },
    ]),
  )
})

test('the tools are asked by GET', async () => {
  expect(await send('GET', '/api/tools/aeat?nif=b-12345674')).toMatchObject(found({ nif: 'B12345674', valido: expect.stringMatching(/^[SN]$/), clase: 'J' }))
  expect(await send('GET', '/api/tools/aeat?nif=12345678A')).toMatchObject(found({ nif: '12345678A', valido: 'N', clase: 'F', motivo: 2 }))
  expect(await send('GET', '/api/tools/aeat?nif=nada')).toMatchObject(found({ valido: 'N', clase: null, motivo: 1 }))
  const known = { numero: 'DE136695976', pais: 'DE', valido: 0, motivo: 'no_consta' }
  expect(await send('GET', '/api/tools/vies/DE136695976')).toMatchObject(found(known))
  expect(await send('GET', '/API/Tools/VIES/136695976', { headers: { 'x-pais': 'DE' } })).toMatchObject(found(known))
  expect(await send('GET', '/api/tools/vies/136695976', { headers: { 'x-pais': 'DEU' } })).toMatchObject(refused(400, 2, [{ campo: '/headers/X-Pais' }]))
  expect(await send('GET', '/api/tools/aeat')).toMatchObject(refused(400, 2, [{ campo: '/query/nif' }]))
})

test('no key is refused in plain text', async () => {
  const answer = await send('GET', '/api/whoami', { login: 'nobody' })
  expect(answer).toMatchObject({ status: 401, mediaType: 'text/plain', body: expect.stringMatching(/\w+/) })
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test.each<[string, string, string, Sent, ReturnType<typeof refused>]>([
  ['a forbidden report', 'POST', '/api/reports', { login: 'panel.ventas', body: { informe: 'customers' } }, refused(403, 4)],
  ['an unknown report', 'POST', '/api/reports', { body: { informe: 'ninguno' } }, refused(404, 5)],
  ["the contract's own names", 'POST', '/api/reports', { body: { reportId: 'customers' } }, refused(400, 2, expect.arrayContaining([{ campo: '/body/informe', texto: '"informe" is missing' }]))],
  ['a missing parameter', 'POST', '/api/reports', { body: { informe: 'entity-by-id' } }, refused(400, 2, [{ campo: '/body/filtros/valores/id', texto: expect.any(String) }])],
  ['a flag that is no letter', 'POST', '/api/reports', { body: { informe: 'customers', withFiles: true } }, refused(400, 2, expect.anything())],
  ['broken JSON', 'POST', '/api/writeoperations', { text: '[{' }, refused(400, 1)],
  ['a form', 'POST', '/api/writeoperations', { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, refused(400, 7)],
  ['another method', 'GET', '/api/reports', {}, refused(405, 6)],
  ['the old method of a tool', 'POST', '/api/tools/aeat', { body: { value: 'B12345674' } }, refused(405, 6)],
  ['the old path of a tool', 'POST', '/api/tools/taxid', { body: { value: 'B12345674' } }, refused(404, 5)],
  ['too much', 'POST', '/api/writeoperations', { text: ' '.repeat(2 ** 20 + 1) }, refused(413, 8)],
])('%s is refused in the deployment’s shape', async (_, method, path, sent, expected) => {
  expect(await send(method, path, sent)).toMatchObject(expected)
})

test('an agency that does not answer is another status, without a time to try again', async () => {
  const down = [...(await downTaxIds())]
  expect(down).not.toEqual([])
  const answer = await send('GET', `/api/tools/aeat?nif=${down[0]}`)
  expect(answer).toMatchObject(refused(502, 10))
  expect(answer.headers.get('retry-after')).toBeNull()
})

async function downTaxIds(): Promise<string[]> {
  const { loadCatalogue } = await import('../../src/service/index.ts')
  const { registry } = await loadCatalogue()
  return registry.taxIds.filter(({ status }) => status === 'down').map(({ value }) => value)
}

test('a notification tells what happened in a header, and when in Spanish order', () => {
  const { notification } = contract
  const meaning = {
    kind: 'modified',
    section: 'sales',
    recordId: 17,
    changedFields: ['lines', 'sold_on'],
    occurredAt: '2026-11-20T09:30:00.000Z',
    record: { sold_on: '2026-11-20', lines: [{ quantity: 2 }] },
  } as const
  const sent = notification.encode({ ...meaning, changedFields: [...meaning.changedFields], record: { ...meaning.record, lines: [{ quantity: 2 }] } })
  expect(sent).toEqual({
    headers: { 'x-suceso': 'modificacion' },
    mediaType: 'application/json',
    body: {
      version: 2,
      aviso: {
        seccion: 'ventas',
        registro: '17',
        cambios: ['lineas', 'fecha'],
        fecha: '20/11/2026 09:30:00',
        ficha: { fecha: '2026-11-20', lineas: [{ cantidad: 2 }] },
      },
    },
  })
  expect(notification.check(sent.body, sent.headers)).toEqual([])
  expect(notification.decode(sent.body, sent.headers)).toEqual(meaning)
})

/** The walk without what this deployment cannot say: a user's permissions, and what a violation expected instead. */
function sayable(transcript: Transcript): unknown {
  return JSON.parse(JSON.stringify(transcript), (key, value) => (key === 'permissions' || key === 'expected' ? undefined : value))
}

test('a walk through the whole interface means what it means without the overlay', async () => {
  const walk = (effective: typeof contract) => withMock(effective, (access) => runScenario(scenarioClients(access)))
  const [expected, transcript] = [await walk(original), await walk(contract)]
  expect(sayable(transcript)).toEqual(sayable(expected))
  expect(JSON.stringify(transcript)).not.toContain('"permissions"')
  expect(expected).toHaveLength(30)
})

test('the pages of a report end without a total', async () => {
  await withMock(contract, async ({ client }) => {
    const pages = client('lucia.ferrer').reportPages({ id: 'sales-per-month', pageSize: 6, safeColumnNames: true })
    const seen: unknown[] = []
    for await (const page of pages) seen.push(page.ok ? [page.value.page, page.value.rows.length, page.value.hasMore, page.value.totalRows] : page.error)
    expect(seen).toEqual([
      [1, 6, true, undefined],
      [2, 6, true, undefined],
      [3, 6, false, undefined],
    ])
  })
})

test('a client without the overlay is refused, and told so', async () => {
  const client = createClient({ baseUrl: mock.url, key: mock.keys[0]?.key ?? '', contract: original })
  expect(await client.whoami()).toMatchObject({ ok: false, error: { kind: 'malformed' } })
  expect(await client.runReport({ id: 'customers' })).toMatchObject({ ok: false, error: { kind: 'unexpected' } })
})
