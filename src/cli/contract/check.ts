import { styleText } from 'node:util'
import type { OverlayHistory } from '../../contract/index.ts'
import { lintContract } from '../../contract/lint/index.ts'
import type { Finding, Inspection } from '../../contract/lint/index.ts'
import type { ContractArguments } from '../profile/index.ts'
import { withEffectiveContract } from './effective-contract.ts'
import { print } from './output.ts'

/** More of one kind is counted instead of shown. */
const mostShown = 20

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** Says what was looked at and what was found; an error makes the exit code 1, a warning does not. */
export function checkCommand(args: ContractArguments): Promise<void> {
  return withEffectiveContract(args, async (contract) => {
    const paint: Paint = (format, text) => styleText(format, text, { stream: process.stdout })
    const inspections = await lintContract(contract)
    const lines = [...loadingOf(contract), ...inspections].flatMap((inspection) => linesOf(inspection, paint))
    const errors = inspections.flatMap(findingsOf).filter(({ severity }) => severity === 'error')
    const verdict = errors.length === 0 ? paint('green', 'The contract holds.') : paint('red', 'The contract does not hold.')
    await print(`${[...lines, verdict].join('\n')}\n`)
    if (errors.length > 0) process.exitCode = 1
  })
}

/** A contract that could be loaded has passed the first half of the check. */
function loadingOf({ overlays, overridden, remarks }: OverlayHistory): Inspection[] {
  const passed = (subject: string, warnings: readonly string[] = []): Inspection => {
    const findings = warnings.map((message): Finding => ({ severity: 'warning', pointer: '', message }))
    return { subject, done: true, findings }
  }
  const facts = overridden.length === 0 ? 'stated facts: none is contradicted' : `stated facts: ${overridden.length} overridden`
  return [
    ...(overlays.length === 0
      ? []
      : [
          passed(`overlays: ${overlays.map(({ file, title, version }) => `${file} (${title}, ${version})`).join(', ')}`, remarks),
          passed(facts, overridden.map(({ message }) => message)),
        ]),
    passed('meanings: every role that the toolkit needs has its place'),
  ]
}

function findingsOf(inspection: Inspection): readonly Finding[] {
  return inspection.done ? inspection.findings : []
}

function linesOf(inspection: Inspection, paint: Paint): string[] {
  const { subject } = inspection
  if (!inspection.done) return [`${paint('dim', '-')} ${subject}: not looked at, since ${inspection.reason}`]
  const { findings } = inspection
  const failed = findings.some(({ severity }) => severity === 'error')
  const mark = failed ? paint('red', '✗') : findings.length > 0 ? paint('yellow', '!') : paint('green', '✓')
  const more = findings.length - mostShown
  return [
    `${mark} ${subject}`,
    ...findings.slice(0, mostShown).map(({ pointer, message }) => `    ${pointer === '' ? '' : `${paint('dim', pointer)}: `}${message}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}
