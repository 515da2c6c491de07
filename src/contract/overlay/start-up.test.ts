import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a script beside this file and gives the packages that it imported, in order. */
function packagesOf(script: string): string[] {
  const recorder = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(specifier, context, next) {
      if (/^[a-z]/.test(specifier) && !/^(node|file|data):/.test(specifier)) console.log(specifier)
      return next(specifier, context)
    } })
    const { parseOverlay } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
    ${script}`
  const output = execFileSync('node', ['--input-type=module', '--eval', recorder], { encoding: 'utf8' })
  return [...new Set(output.split('\n').filter((line) => line !== '' && !line.startsWith('./')))]
}

const overlay = (target: string) => `overlay: 1.1.0\ninfo: { title: t, version: v }\nactions: [{ target: "${target}", remove: true }]`
const loadedFor = (target: string) => packagesOf(`await parseOverlay({ text: ${JSON.stringify(overlay(target))}, file: 'o.yaml' })`)

test('importing the overlays loads no library; reading one does', () => {
  expect(packagesOf('')).toEqual([])
  expect(loadedFor('$.info')).toEqual(['js-yaml'])
})

test('the library for queries is only loaded for one that is more than names', () => {
  expect(loadedFor('$.paths.*.get[?@.deprecated]')).toEqual(expect.arrayContaining(['js-yaml', 'json-p3']))
})
