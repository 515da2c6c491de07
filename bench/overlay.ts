/**
 * What overlays cost: the contract with the example overlay against the contract alone, each in fresh processes; and
 * reading and writing a request's meaning, with and without it, as a share of the whole request.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadContract } from '../src/contract/index.ts'
import type { Contract, OutgoingRequest, WireRequest } from '../src/contract/index.ts'
import { startMock } from '../src/mock/index.ts'
import { machine, median, table } from './table.ts'

const overlay = fileURLToPath(new URL('../openapi/overlays/ejemplo-es.yaml', import.meta.url))
const door = fileURLToPath(new URL('../src/contract/index.ts', import.meta.url))
const runs = Number(process.env.BENCH_RUNS ?? 20)

/** Milliseconds from the start of a process, with the compile cache on, to the loaded contract. */
function loadTime(overlays: readonly string[]): number {
  const script = `
    import module from 'node:module'
    module.enableCompileCache()
    const { loadContract } = await import(${JSON.stringify(door)})
    await loadContract({ overlays: ${JSON.stringify(overlays)} })
    process.stdout.write(String(performance.now()))`
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).stdout)
}

const page = {
  rows: Array.from({ length: 25 }, (_, id) => ({ id, name: 'Ferretería Nadal', city: 'Palma' })),
  columns: [{ name: 'id', label: 'Código', type: 'integer' as const }],
  page: 1,
  pageSize: 25,
  totalRows: 210,
  totalPages: 9,
  hasMore: true,
}

/** Microseconds to read a report's request and to write its answer, validation left out. */
function wireTime({ operations: { runReport } }: Contract): number {
  const sent = runReport.encodeRequest({ id: 'customers', page: 1, pageSize: 25 })
  const request = received(sent)
  const once = (times: number) => {
    const started = performance.now()
    for (let n = 0; n < times; n += 1) {
      runReport.decodeRequest(request)
      runReport.encodeAnswer(page)
    }
    return ((performance.now() - started) * 1000) / times
  }
  once(20_000)
  return median(Array.from({ length: 9 }, () => once(20_000)))
}

/** Microseconds of one request for such a page at the mock, over a connection that is kept open. */
async function requestTime(contract: Contract): Promise<number> {
  const mock = await startMock({ contract })
  const asked = { id: 'customers', page: 1, pageSize: 25 }
  const { method, target, headers, body } = contract.operations.runReport.encodeRequest(asked)
  const init = {
    method,
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${mock.keys[0]?.key ?? ''}` },
    body: JSON.stringify(body),
  }
  const once = async () => {
    const started = performance.now()
    const response = await fetch(mock.url + target, init)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the mock answered ${response.status}`)
    return (performance.now() - started) * 1000
  }
  const times: number[] = []
  try {
    for (let n = 0; n < 600; n += 1) times.push(await once())
  } finally {
    await mock.close()
  }
  return median(times.slice(200))
}

function received({ headers, body }: OutgoingRequest): WireRequest {
  return { path: {}, query: {}, headers, body }
}

loadTime([])
loadTime([overlay])
const plain: number[] = []
const laid: number[] = []
for (let run = 0; run < runs; run += 1) {
  plain.push(loadTime([]))
  laid.push(loadTime([overlay]))
}
const ms = (value: number) => value.toFixed(1)
const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`
const contracts = { plain: await loadContract(), laid: await loadContract({ overlays: [overlay] }) }
const wire = { plain: wireTime(contracts.plain), laid: wireTime(contracts.laid) }
const whole = { plain: await requestTime(contracts.plain), laid: await requestTime(contracts.laid) }
const rows = [
  ['', 'plain', 'with overlay', 'added', 'aim'],
  ['contract loaded, from process start, ms', ms(median(plain)), ms(median(laid)), ms(median(laid) - median(plain)), '50'],
  ['report: request read, answer written, µs', ms(wire.plain), ms(wire.laid), ms(wire.laid - wire.plain), ''],
  ['report: the whole request, µs', ms(whole.plain), ms(whole.laid), '', ''],
  ['share of reading and writing', share(wire.plain, whole.plain), share(wire.laid, whole.laid), '', '5 %'],
]
process.stdout.write(`${machine()}; medians of ${runs}\n\n${table(rows)}\n`)
