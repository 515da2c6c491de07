/** For Vitest: `test('…', async ({ sandbox }) => …)` with a fresh sandbox for each test on one mock for each file. */
import { test as base } from 'vitest'
import { startMock } from '../mock/index.ts'
import type { Mock, MockOptions, Sandbox, SandboxOptions } from '../mock/index.ts'

export type { Mock, MockOptions, Sandbox, SandboxOptions } from '../mock/index.ts'

export interface SandboxFixtures {
  /** Shared by the tests of a file, and started by the first that needs it. */
  mock: Mock
  /** This test's own world: give its `url` and `key` to the client under test. It is deleted after the test. */
  sandbox: Sandbox
}

export interface SandboxTestOptions {
  mock?: MockOptions
  sandbox?: SandboxOptions
}

/** A `test` whose mock and sandboxes are made as given. */
export function sandboxTest({ mock: mockOptions = {}, sandbox: sandboxOptions = {} }: SandboxTestOptions = {}) {
  return base.extend<SandboxFixtures>({
    mock: [
      // eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which other fixtures this one needs
      async ({}, use) => {
        const mock = await startMock(mockOptions)
        await use(mock)
        await mock.close()
      },
      { scope: 'file' },
    ],
    sandbox: async ({ mock }, use) => {
      const sandbox = await mock.sandbox(sandboxOptions)
      await use(sandbox)
      await sandbox.remove()
    },
  })
}

/** With the built-in fixtures. */
export const test = sandboxTest()
