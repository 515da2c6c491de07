/** JUnit XML as Jenkins and GitLab read it: a suite per area, a case per case. */
import type { CaseReport, RunReport } from '../run-report.ts'
import { scoreAreas, tallyOf, tellingExchange } from './summary.ts'
import { visibleBlock, visibleLine } from './visible-text.ts'
import { basisText, cureOf, deviationOf, said } from './words.ts'

/**
 * `fail` is a failure and `suite-error` an error; what could not be judged, or is excused, is skipped with its reason.
 * A refuted assumption passes, and says so in its properties and its output: it is nobody's fault.
 */
export function junitReport(report: RunReport): string {
  const areas = scoreAreas(report)
  const whole = { name: `ensayo conform ${report.target.url}`, ...figures(report.cases), time: seconds(report.durationMs) }
  const suites = areas.map(({ title, cases }) => {
    const time = seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0))
    const timestamp = report.startedAt.slice(0, 19)
    const attributes = { name: title, ...figures(cases), time, timestamp }
    return element('testsuite', attributes, [suiteProperties(report), ...cases.map(testcase)])
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', whole, suites)}\n`
}

function figures(cases: readonly CaseReport[]): Record<string, string> {
  const { fail, ...tally } = tallyOf(cases)
  const known = cases.filter((one) => one.known !== undefined).length
  return {
    tests: String(cases.length),
    failures: String(fail - known),
    errors: String(tally['suite-error']),
    skipped: String(tally.inconclusive + tally['not-run'] + known),
  }
}

function suiteProperties({ run, seed, target, tool }: RunReport): string {
  return properties({ 'ensayo.run': run, 'ensayo.seed': String(seed), 'ensayo.target': target.url, 'ensayo.version': tool.version })
}

function testcase(one: CaseReport): string {
  const { id, area, title, basis, durationMs, result } = one
  const told = properties({ verdict: result.verdict, basis: basisText(basis), ...(one.repeat === '' ? {} : { repeat: one.repeat }) })
  return element(
    'testcase',
    { classname: `ensayo.${area}`, name: `${id} ${title}`, time: seconds(durationMs) },
    [told, ...outcome(one)],
  )
}

function outcome(one: CaseReport): string[] {
  const { result, known } = one
  switch (result.verdict) {
    case 'pass':
    case 'confirmed':
      return [output([result.evidence, ...one.notes])]
    case 'refuted':
      return [output([`Refuted, which is nobody's fault: ${result.deviation.message}`, ...details(one)])]
    case 'fail':
      if (known === undefined) return [element('failure', { message: said(result), type: 'fail' }, [escaped(details(one).join('\n'))])]
      return [
        element('skipped', { message: `Known until ${known.expires} (${known.owner}: ${known.reason}): ${said(result)}` }, []),
        output(details(one)),
      ]
    case 'inconclusive':
    case 'not-run':
      return [element('skipped', { message: `${result.verdict}: ${result.reason}. ${result.cure}` }, [])]
    case 'suite-error':
      return [element('error', { message: said(result), type: 'suite-error' }, [escaped(result.error)])]
  }
}

/** What a person needs who sees only this. */
function details(one: CaseReport): string[] {
  const deviation = deviationOf(one.result)
  const exchange = tellingExchange(one)
  const named: [string, string | undefined][] = [
    ['message', deviation?.message],
    ['expected', deviation?.expected],
    ['found', deviation?.found],
    ['why', one.reason],
    ['cure', cureOf(one.result)],
    ['curl', exchange?.curl === '' ? undefined : exchange?.curl],
    ['again', one.repeat === '' ? undefined : one.repeat],
  ]
  return named.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
}

function output(lines: readonly string[]): string {
  return element('system-out', {}, [escaped(lines.join('\n'))])
}

function properties(named: Record<string, string>): string {
  return element('properties', {}, Object.entries(named).map(([name, value]) => element('property', { name, value }, [])))
}

/** Seconds with a point, whatever the machine's language. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** `children` are XML already. */
function element(name: string, attributes: Record<string, string>, children: readonly string[]): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(visibleLine(value))}"`).join('')
  return children.length === 0 ? `<${name}${head}/>` : `<${name}${head}>${children.join('')}</${name}>`
}

/** XML 1.0, section 2.2: most control characters may not even be written as references. */
function escaped(text: string): string {
  return visibleBlock(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
