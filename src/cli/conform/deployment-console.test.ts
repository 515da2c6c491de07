import { expect, test } from 'vitest'
import type { Console, Safety, WebhookWish } from '../../conformance/index.ts'
import { loadContract } from '../../contract/index.ts'
import { deploymentConsole } from './deployment-console.ts'
import { openTerminal } from './testing/terminal.ts'
import type { Terminal } from './testing/terminal.ts'

const contract = await loadContract()

interface Wish {
  manual?: boolean
  webhooksConfigured?: boolean
  allowed?: Safety[]
  receiver?: { host?: string; port?: number; publicUrl?: string }
  terminal?: Terminal
  token?: string
}

function open({ manual = false, webhooksConfigured = false, allowed = ['read', 'webhook'], receiver, terminal, token }: Wish) {
  const told: string[] = []
  const leaving = new AbortController()
  const console = deploymentConsole({
    task: {
      contract,
      environment: { ENSAYO_WEBHOOK_TOKEN: token },
      args: { manual, webhooksConfigured },
      settings: {
        url: 'https://erp.example.com',
        allowed: new Set(allowed),
        receiver: receiver ?? { publicUrl: 'https://hooks.example.net', port: 8080 },
      },
    },
    onInstruction: (text) => void told.push(text),
    interruption: { signal: leaving.signal, interrupt: () => leaving.abort() },
    ...(terminal ?? openTerminal()),
  })
  return { console, told, leaving }
}

function there(console: Console | undefined): Console {
  if (console === undefined) throw new Error('there is no console')
  return console
}

const wish: WebhookWish = { section: 'entities', on: ['created'], url: 'https://hooks.example.net/1' }

test('a person is told what to configure, and that they have is believed', async () => {
  const terminal = openTerminal()
  const { console, told } = open({ terminal })
  terminal.answer('Done?', '\r')
  await there(console).configure(wish)
  expect(told).toEqual([
    "In the service's console, add a webhook on the section entities for creation, to the URL https://hooks.example.net/1, with no token.",
  ])
})

test('who has not done it leaves the case unjudged, with what was to be done as the cure', async () => {
  const terminal = openTerminal()
  const { console } = open({ terminal })
  terminal.answer('Done?', 'no\r')
  await expect(there(console).configure(wish)).rejects.toMatchObject({
    message: 'the webhook is not configured',
    cure: expect.stringContaining('https://hooks.example.net/1'),
  })
})

test('a token is told by the name of its variable', async () => {
  const terminal = openTerminal()
  const { console, told } = open({ terminal, token: 's3cret-hook-token' })
  const token = there(console).tokenFor?.('first')
  expect(token).toBe('s3cret-hook-token')
  terminal.answer('Done?', '\r')
  await there(console).configure({ ...wish, ...(token === undefined ? {} : { token }) })
  expect(told.join()).toContain('with the token in $ENSAYO_WEBHOOK_TOKEN.')
  expect(told.join() + terminal.shown()).not.toContain('s3cret')
})

test('--manual asks for an edit in the service itself', async () => {
  const terminal = openTerminal()
  const { console, told } = open({ manual: true, terminal })
  terminal.answer('Done?', 'y\r')
  await there(console).edit?.('entities', 7, { name: 'Nadal' })
  expect(told).toEqual(['In the service itself, change the record 7 of the section entities: set name to "Nadal".'])
})

test('without --manual nobody is asked to edit', () => {
  expect(there(open({}).console).edit).toBeUndefined()
})

test('--manual without a terminal is refused', () => {
  const terminal = openTerminal({ isTTY: false })
  expect(() => open({ manual: true, terminal })).toThrow('--manual asks somebody to make changes, and this is no terminal; run it in one')
})

test('Ctrl-C at a question interrupts the run', async () => {
  const terminal = openTerminal()
  const { console, leaving } = open({ terminal })
  terminal.answer('Done?', '\u0003')
  await expect(there(console).configure(wish)).rejects.toThrow('the webhook is not configured')
  expect(leaving.signal.aborted).toBe(true)
})

test('what was configured beforehand is taken as done, and nobody is asked', async () => {
  const terminal = openTerminal()
  const { console } = open({ webhooksConfigured: true, terminal })
  await there(console).configure(wish)
  expect(terminal.shown()).toBe('')
})

test('where no notification could arrive, or none may, there is no console', () => {
  expect(open({ receiver: {} }).console).toBeUndefined()
  expect(open({ allowed: ['read', 'write'] }).console).toBeUndefined()
  expect(open({ receiver: { host: '192.0.2.7', port: 9000 } }).console).toBeDefined()
})

test('a public address needs the port that it leads to', () => {
  expect(() => open({ receiver: { publicUrl: 'https://hooks.example.net' } })).toThrow('--receiver-url needs --receiver-port')
})
