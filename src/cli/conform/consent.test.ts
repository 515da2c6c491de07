import { expect, test } from 'vitest'
import type { Safety } from '../../conformance/index.ts'
import { demandConsent } from './consent.ts'
import { openTerminal } from './testing/terminal.ts'

const url = 'https://erp.example.com'
const reading: ReadonlySet<Safety> = new Set(['read'])
const writing: ReadonlySet<Safety> = new Set(['read', 'write'])

test.each(['y', 'YES', ' sí '])('%j at the terminal consents, and the question says what will be done', async (typed) => {
  const terminal = openTerminal()
  terminal.answer('[y/N]', `${typed}\r`)
  await demandConsent({ url, allowed: writing, given: false, ...terminal })
  expect(terminal.shown()).toContain(`Judge ${url}? The cases will read, create, edit and delete records of their own. [y/N]`)
})

test.each([['no', 'n\r'], ['nothing', '\r'], ['something else', 'later\r'], ['Ctrl-C', '\u0003'], ['Ctrl-D', '\u0004']])(
  '%s at the terminal sends nothing',
  async (_, typed) => {
    const terminal = openTerminal()
    terminal.answer('[y/N]', typed)
    await expect(demandConsent({ url, allowed: reading, given: false, ...terminal })).rejects.toThrow('nothing was sent')
  },
)

test('without a terminal nobody is asked, and --yes is named', async () => {
  const terminal = openTerminal({ isTTY: false })
  await expect(demandConsent({ url, allowed: reading, given: false, ...terminal })).rejects.toThrow(
    'erp.example.com is not this machine; add --yes when its owner agrees to be judged (read)',
  )
  expect(terminal.shown()).toBe('')
})

test.each(['http://127.0.0.1:4010', 'http://[::1]:1', 'http://localhost:80'])('%s is this machine, and needs no consent', async (local) => {
  const terminal = openTerminal({ isTTY: false })
  await expect(demandConsent({ url: local, allowed: writing, given: false, ...terminal })).resolves.toBeUndefined()
})

test('--yes is consent', async () => {
  await expect(demandConsent({ url, allowed: writing, given: true, ...openTerminal() })).resolves.toBeUndefined()
})
