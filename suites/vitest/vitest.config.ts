/** The conformance cases as Vitest tests: `npx vitest run --config suites/vitest/vitest.config.ts`. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['suites/vitest/cases.test.ts'],
    // Only here does the environment choose the target, so that the project's own tests never call a deployment.
    env: { ENSAYO_VITEST: 'target' },
  },
})
