/** The files that the playground may serve, by name; no request can name another. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const own = ['index.html', 'playground.js', 'basis-badges.js', 'playground.css'] as const
const library = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

export const assetNames = [...own, ...library] as const
export type AssetName = (typeof assetNames)[number]

/** The library's files change only with its version, which is then another installation. */
export function isLibraryAsset(name: AssetName): boolean {
  return library.some((known) => known === name)
}

/** The path of an asset: beside this module, or in the installed `swagger-ui-dist`, unless the package has it within. */
export function assetLocation(name: AssetName): string | URL {
  const within = new URL(`./assets/${name}`, import.meta.url)
  if (!isLibraryAsset(name) || existsSync(within)) return within
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')
  return join(manifest, '..', name)
}

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

export function contentTypeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
