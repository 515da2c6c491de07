/** What the option parser lets through and no command can use. */
import { UsageError } from '../usage-error.ts'
import { contractOptions } from '../profile/contract-options.ts'

/** Options that may be given several times. */
const repeatable = new Set(['_', 'only', 'allowHost', 'allow-host', ...Object.keys(contractOptions)])

/**
 * The parser makes a list of an option that is given twice, whatever its type says.
 * @throws UsageError naming the option
 */
export function demandSingle(args: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(args)) {
    if (Array.isArray(value) && !repeatable.has(name)) throw new UsageError(`--${name} was given ${value.length} times; give it once`)
  }
}

export interface NumberRange {
  from: number
  to: number
  whole: boolean
}

/** @throws UsageError when there is a value and it is not in the range */
export function demandNumber(option: string, value: number | undefined, { from, to, whole }: NumberRange): void {
  if (value === undefined) return
  const fits = value >= from && value <= to && (!whole || Number.isInteger(value))
  if (!fits) throw new UsageError(`${option} takes a ${whole ? 'whole ' : ''}number from ${from} to ${to}`)
}

export interface TokenArguments {
  token?: string | undefined
  tokenEnv?: string | undefined
}

/**
 * The token from the command line or the environment; undefined when none was asked for. It must be one that a
 * header can carry unchanged; more is not known of tokens (GAP-KEYS).
 * @throws UsageError, which does not repeat it
 */
export function tokenFrom(
  { token, tokenEnv }: TokenArguments,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (token === undefined && tokenEnv === undefined) return undefined
  const found = tokenEnv === undefined ? token : environment[tokenEnv]?.trim()
  if (tokenEnv !== undefined && (found === undefined || found === '')) {
    throw new UsageError(`--token-env: the environment variable ${tokenEnv} is not set; set it to the token`)
  }
  if (found === undefined || !/^[\x21-\x7e]{1,4096}$/.test(found)) {
    throw new UsageError(
      `--token${tokenEnv === undefined ? '' : '-env'}: the token cannot travel in a header; printable ASCII characters without spaces can`,
    )
  }
  return found
}
