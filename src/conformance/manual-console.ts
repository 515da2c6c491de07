/** The console of a real service: only a person can reach it, who is told exactly what to do there. */
import type { Contract } from '../contract/index.ts'
import { isJsonObject } from '../core/index.ts'
import type { EventKind, Fields } from '../core/index.ts'
import { Unjudged } from './judgement.ts'
import type { Console, WebhookWish } from './target.ts'

export interface ManualConsoleDeps {
  contract: Pick<Contract, 'document'>
  /** The environment variable that holds the webhooks' bearer token: `ENSAYO_WEBHOOK_TOKEN`. */
  tokenVariable: string
  /** Its value. Never shown: instructions name the variable. */
  token?: string
  /** Told of each thing to do, in one sentence, in the deployment's own names. */
  onInstruction: (text: string) => void
  /** Whether the person has done what they were told to; without it nobody is asked, and nothing is edited by hand. */
  confirm?: (instruction: string) => Promise<boolean>
  /** Takes what was told as done, or as done beforehand; of no account where somebody can be asked. */
  assumesConfigured?: boolean
}

/** A console that a person operates. Its `configure` and `edit` reject with `Unjudged` when that is not done. */
export function createManualConsole(deps: ManualConsoleDeps): Console {
  const { tokenVariable, token, onInstruction, confirm, assumesConfigured = false } = deps
  const names = readNames(deps.contract)
  const suffixes = new Map<string, string>()

  /** The first webhook with a token of its own has the variable's, further ones that with a number behind it. */
  function suffixOf(wished: string): string {
    const known = suffixes.get(wished)
    if (known !== undefined) return known
    const suffix = suffixes.size === 0 ? '' : `-${suffixes.size + 1}`
    suffixes.set(wished, suffix)
    return suffix
  }

  function tokenFor(wished: string): string {
    if (token === undefined) {
      throw new Unjudged('the webhook of this case needs a bearer token', `Put one of your own into ${tokenVariable}.`)
    }
    return token + suffixOf(wished)
  }

  /** `webhook.token` is what `tokenFor` gave. */
  function tokenText(given: string | undefined): string {
    if (given === undefined) return 'no token'
    const suffix = token !== undefined && given.startsWith(token) ? given.slice(token.length) : ''
    return `the token in $${tokenVariable}${suffix === '' ? '' : `, followed by ${suffix}`}`
  }

  async function carryOut(instruction: string, reason: string): Promise<void> {
    onInstruction(instruction)
    if (confirm === undefined ? assumesConfigured : await confirm(instruction)) return
    throw new Unjudged(reason, instruction)
  }

  return {
    tokenFor,
    configure({ section, on, url, token: given }: WebhookWish) {
      const events = 'fields' in on
        ? `changes of ${on.fields.map((field) => names.field(section, field)).join(', ')}`
        : on.map((kind) => eventNames[kind]).join(' and ')
      return carryOut(
        `In the service's console, add a webhook on the section ${names.section(section)} for ${events}, ` +
          `to the URL ${url}, with ${tokenText(given)}.`,
        'the webhook is not configured',
      )
    },
    ...(confirm === undefined
      ? {}
      : {
          edit(section: string, recordId: number | string, fields: Fields) {
            const changes = Object.entries(fields).map(
              ([field, value]) => `${names.field(section, field)} to ${JSON.stringify(value)}`,
            )
            return carryOut(
              `In the service itself, change the record ${recordId} of the section ${names.section(section)}: set ${changes.join(', ')}.`,
              'nobody has changed the record',
            )
          },
        }),
  }
}

const eventNames: Record<EventKind, string> = { created: 'creation', modified: 'modification' }

interface Names {
  section(meaning: string): string
  field(section: string, meaning: string): string
}

/** What the deployment calls sections and fields (`x-sections`, GAP-RECORD-FIELDS); a name that is not listed is kept. */
function readNames({ document }: Pick<Contract, 'document'>): Names {
  const listed = (section: string) => objectIn(objectIn(document['x-sections'])[section])
  const named = (value: unknown, meaning: string) => (typeof value === 'string' ? value : meaning)
  return {
    section: (meaning) => named(listed(meaning)['name'], meaning),
    field: (section, meaning) => named(objectIn(listed(section)['fields'])[meaning], meaning),
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {}
}
