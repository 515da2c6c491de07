#!/usr/bin/env node
// Plain JavaScript that every Node reads, so that an old one is told what it lacks instead of failing to parse.
import { existsSync } from 'node:fs'
import module from 'node:module'

const needed = [24, 10]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `ensayo needs Node ${needed.join('.')} or later, this is ${process.versions.node}; ` +
      '"npm install node@24" beside it and "npx ensayo" bring one along\n',
  )
  process.exitCode = 2
} else {
  module.enableCompileCache?.()
  const built = new URL('../dist/src/cli/index.js', import.meta.url)
  const source = new URL('../src/cli/index.ts', import.meta.url)
  const { run, watchStandardStreams } = await import(existsSync(source) ? source.href : built.href)
  watchStandardStreams()
  process.exitCode = await run(process.argv.slice(2))
}
