import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Those that take minutes, mostly waiting: begun last, they would have everybody wait for them alone. */
const long = /test\/(receiver-matrix|mutants\/matrix|durability\/kill|package|variants|shared)/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'test/**/*.test.ts', 'openapi/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    sequence: { sequencer: LongestFirst },
    // Node runs the sources as they are, so nothing need be transformed.
    experimental: { viteModuleRunner: false },
    // Much is waiting, so that three keep two cores busy; more would make tests of real time late.
    maxWorkers: 3,
    // No test changes what another one sees, so each worker loads the modules once.
    isolate: false,
    // Those of a file that run side by side only wait.
    maxConcurrency: 12,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
