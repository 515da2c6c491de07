import { expect, test } from 'vitest'
import { receiverAreas } from '../../../../suites/receiver/index.ts'
import type { CheckArguments } from '../options.ts'
import { repeatLine } from './repeat-line.ts'
import { checkSettings } from './settings.ts'

const usual = { _: [], $0: '', section: 'entities', record: '1', full: false, api: false, apiPort: 0, patience: '10s', list: false, seed: 1, quiet: false } as const

const given = (changes: Partial<CheckArguments>): CheckArguments => ({ ...usual, to: 'http://127.0.0.1:3000/hooks', ...changes, _: [] }) as CheckArguments

const settings = (changes: Partial<CheckArguments>) => checkSettings(given(changes), receiverAreas, { HOOK: 'token-of-hook' })

test('a probe is a URL or a command', () => {
  expect(settings({ probe: 'http://127.0.0.1:3000/state' }).probe).toEqual({ url: new URL('http://127.0.0.1:3000/state') })
  expect(settings({ probe: 'cat state.json' }).probe).toEqual({ command: 'cat state.json' })
})

test('a receiver that is started here gets a token that nobody else knows, unless there is one', () => {
  expect(settings({ start: 'node receiver.js' }).token).toMatch(/^[\w-]{32}$/)
  expect(settings({ start: 'node receiver.js', tokenEnv: 'HOOK' }).token).toBe('token-of-hook')
  expect(settings({}).token).toBeUndefined()
})

test('the line that repeats a check holds no token, and is safe in a shell', () => {
  const line = repeatLine(given({ token: 's3cret-token', start: "node 'a b.js'", only: ['RCV-AUTH'] }), 'RCV-AUTH-NONE')
  expect(line).toBe(
    "ensayo webhook check --to http://127.0.0.1:3000/hooks --token-env ENSAYO_WEBHOOK_TOKEN --start 'node '\\''a b.js'\\''' --only RCV-AUTH-NONE",
  )
})

test.each([
  [{ to: 'nonsense' }, '--to takes an http or https URL'],
  [{ to: 'http://me:s3cret@127.0.0.1/' }, '--to takes an http or https URL without credentials'],
  [{ only: ['RCV-AUHT'] }, '--only: no check is called RCV-AUHT; did you mean RCV-'],
  [{ fault: 'true' }, '--fault needs a way back'],
  [{ recover: 'true' }, '--recover belongs to --fault'],
  [{ start: 'true', restart: 'true' }, 'leave out --restart'],
  [{ soak: 'soon' }, '--soak takes a length of time'],
  [{ soak: '1s', only: ['RCV-AUTH'] }, 'leave out one of them'],
  [{ rate: 0 }, '--rate takes a number'],
])('%j is refused', (changes, message) => {
  expect(() => settings(changes)).toThrow(message)
})
