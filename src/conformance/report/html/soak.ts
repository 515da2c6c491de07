/** A soak on the page: its figures, and the latencies over time as a drawing. */
import type { RunReport } from '../../run-report.ts'
import { durationText } from '../words.ts'
import { html } from './markup.ts'
import type { Markup } from './markup.ts'

/** In units of the drawing. */
const width = 900
const height = 220
const left = 64
const bottom = 190
const top = 14

const lines = [
  { name: 'p99', colour: 's-fail' },
  { name: 'p90', colour: 's-inconclusive' },
  { name: 'p50', colour: 's-pass' },
] as const

export function soakSection({ soak }: RunReport): Markup | undefined {
  if (soak === undefined) return undefined
  const { wish, sent, accepted, duplicates, cut, retries, givenUp, records, state, latencyMs } = soak
  const figures: [string, string | number][] = [
    ['Sent', sent],
    ['Accepted', accepted],
    ['Given up', givenUp],
    ['Duplicates on purpose', duplicates],
    ['Cut off on purpose', cut],
    ['Retried', retries],
    ['Records', records],
    ...(state === undefined
      ? []
      : [['Lost', state.lost.length] as [string, number], ['Doubled', state.doubled.length] as [string, number], ['Stale', state.stale.length] as [string, number]]),
    ['p50', milliseconds(latencyMs.p50)],
    ['p90', milliseconds(latencyMs.p90)],
    ['p99', milliseconds(latencyMs.p99)],
    ['Longest', milliseconds(latencyMs.max)],
  ]
  return html`<section aria-labelledby="soak"><h2 id="soak">Soak: ${durationText(wish.durationMs)} at ${wish.rate} a second</h2>
<figure class="soak">${drawing(soak)}<figcaption>Time to the last byte of the answer, over time. The higher, the slower; the grid is logarithmic. Marks at the bottom: answers that were not 2xx.</figcaption></figure>
<table class="areas"><thead><tr>${figures.map(([name]) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody><tr>${figures.map(([, value]) => html`<td>${value}</td>`)}</tr></tbody></table></section>`
}

function drawing({ slices, wish }: NonNullable<RunReport['soak']>): Markup {
  const present = slices.filter(({ accepted }) => accepted > 0)
  const least = Math.min(...present.map(({ p50 }) => p50), 10)
  const most = Math.max(...present.map(({ p99 }) => p99), least * 10)
  const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))]
  const y = (value: number) => round(bottom - ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (bottom - top))
  const x = (fromMs: number) => round(left + (fromMs / wish.durationMs) * (width - left - 50))
  const middle = wish.durationMs / Math.max(1, slices.length) / 2
  const grid = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at))
  const path = (name: (typeof lines)[number]['name']) => present.map((slice) => `${x(slice.fromMs + middle)},${y(slice[name])}`).join(' ')
  const end = present.at(-1)
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Latencies over time: p50, p90 and p99">
${grid.map((value) => html`<line class="grid" x1="${left}" x2="${width - 50}" y1="${y(value)}" y2="${y(value)}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${milliseconds(value)}</text>`)}
${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<text x="${x(part * wish.durationMs)}" y="${height - 8}" text-anchor="middle">${durationText(part * wish.durationMs)}</text>`)}
${slices.filter(({ refused }) => refused > 0).map(({ fromMs }) => html`<rect class="f-fail" x="${round(x(fromMs + middle) - 2)}" y="${bottom}" width="4" height="6"/>`)}
${lines.map(({ name, colour }) => html`<polyline class="${colour}" points="${path(name)}"/>`)}
${end === undefined ? undefined : apart(lines.map(({ name }) => y(end[name]) + 4)).map((at, index) => html`<text class="${lines[index]?.colour}" x="${x(end.fromMs + middle) + 6}" y="${at}">${lines[index]?.name}</text>`)}
</svg>`
}

/** Places of texts from top to bottom, moved down where two would touch. */
function apart(places: readonly number[]): number[] {
  return places.reduce<number[]>((moved, place) => [...moved, Math.max(place, (moved.at(-1) ?? -Infinity) + 13)], [])
}

function milliseconds(value: number): string {
  return value >= 1000 ? `${Number((value / 1000).toFixed(1))} s` : `${Number(value.toPrecision(3))} ms`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
