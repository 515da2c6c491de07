import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { Unjudged } from './judgement.ts'
import { createManualConsole } from './manual-console.ts'
import type { ManualConsoleDeps } from './manual-console.ts'

const contract = await loadContract()
const spanish = await loadContract({ overlays: ['openapi/overlays/ejemplo-es.yaml'] })
const url = 'https://receiver.example/hook-created'

function consoleWith(options: Partial<ManualConsoleDeps> = {}) {
  const told: string[] = []
  const console = createManualConsole({
    contract,
    tokenVariable: 'ENSAYO_WEBHOOK_TOKEN',
    onInstruction: (text) => told.push(text),
    ...options,
  })
  return { console, told }
}

test('tells what to configure, and goes on once that is confirmed', async () => {
  const asked: string[] = []
  const { console, told } = consoleWith({ confirm: async (instruction) => asked.push(instruction) > 0 })
  await console.configure({ section: 'entities', on: ['created', 'modified'], url })
  expect(told).toEqual([
    `In the service's console, add a webhook on the section entities for creation and modification, to the URL ${url}, with no token.`,
  ])
  expect(asked).toEqual(told)
})

test('names sections and fields as the deployment does', async () => {
  const { console, told } = consoleWith({ contract: spanish, confirm: async () => true })
  await console.configure({ section: 'entities', on: { fields: ['name', 'colour'] }, url })
  await console.edit?.('entities', 17, { city: 'Inca' })
  expect(told[0]).toContain('section terceros for changes of nombre, colour,')
  expect(told[1]).toBe('In the service itself, change the record 17 of the section terceros: set poblacion to "Inca".')
})

const declines = (): Promise<boolean> => Promise.resolve(false)
const unconfirmed: [string, Partial<ManualConsoleDeps>][] = [
  ['nobody confirms', {}],
  ['the person declines', { confirm: declines }],
  ['the person declines what is assumed', { confirm: declines, assumesConfigured: true }],
]

test.each(unconfirmed)('cannot be judged when %s, and the instruction is the cure', async (_, options) => {
  const { console, told } = consoleWith(options)
  const failure: unknown = await console.configure({ section: 'stock', on: ['modified'], url }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Unjudged)
  expect(failure).toMatchObject({ message: 'the webhook is not configured', cure: told[0] })
})

test('assumes it configured when told so, and has nobody who could edit', async () => {
  const { console, told } = consoleWith({ assumesConfigured: true })
  await console.configure({ section: 'stock', on: ['modified'], url })
  expect(told).toHaveLength(1)
  expect(console.edit).toBeUndefined()
  expect(console.settle).toBeUndefined()
})

test('a token is named by its variable and never shown', async () => {
  const { console, told } = consoleWith({ token: 'very-secret', confirm: async () => true })
  const [first, second] = [console.tokenFor?.('a'), console.tokenFor?.('b')]
  expect([first, second, console.tokenFor?.('a')]).toEqual(['very-secret', 'very-secret-2', 'very-secret'])
  for (const token of [first, second]) await console.configure({ section: 'stock', on: ['created'], url, ...(token === undefined ? {} : { token }) })
  expect(told[0]).toContain('with the token in $ENSAYO_WEBHOOK_TOKEN.')
  expect(told[1]).toContain('with the token in $ENSAYO_WEBHOOK_TOKEN, followed by -2.')
  expect(told.join()).not.toContain('very-secret')
})

test('a webhook with a token cannot be judged without one', () => {
  const { console } = consoleWith()
  expect(() => console.tokenFor?.('a')).toThrow(Unjudged)
})
