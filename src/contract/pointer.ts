/**
 * JSON pointers between wire and meaning. Violations that the service finds point into meaning
 * (`/parameters/since`); people read and mend the wire (`/body/parametros/since`).
 */
import type { Codec } from './codec.ts'

/** Splits an RFC 6901 pointer into its unescaped tokens. */
export function pointerTokens(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerOf(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Where the wire carries what stands at `tokens` in meaning; undefined when this codec does not bind it. */
export function wireTokens(codec: Codec, tokens: readonly string[]): string[] | undefined {
  if (tokens.length === 0) return []
  switch (codec.form) {
    case 'leaf':
      return after(homeTokens(codec), tokens)
    case 'list': {
      const found = after(homeTokens(codec), tokens)
      if (found === undefined) return undefined
      const [index, ...inside] = found
      if (index === undefined) return []
      const inner = wireTokens(codec.item, inside)
      return inner === undefined ? undefined : [index, ...inner]
    }
    case 'object': {
      const inside = after(codec.scope === undefined ? [] : [codec.scope], tokens)
      if (inside === undefined || inside.length === 0) return inside
      for (const { name, codec: child } of codec.entries) {
        const found = wireTokens(child, inside)
        if (found !== undefined) return [name, ...found]
      }
      return undefined
    }
    case 'filler':
      return undefined
  }
}

/** The reverse: where meaning holds what stands at `tokens` on the wire. */
export function meaningTokens(codec: Codec, tokens: readonly string[]): string[] | undefined {
  switch (codec.form) {
    case 'leaf':
      return [...homeTokens(codec), ...tokens]
    case 'list': {
      const [index, ...inside] = tokens
      if (index === undefined) return homeTokens(codec)
      const inner = inside.length === 0 ? [] : meaningTokens(codec.item, inside)
      return inner === undefined ? undefined : [...homeTokens(codec), index, ...inner]
    }
    case 'object': {
      const [name, ...rest] = tokens
      const outer = codec.scope === undefined ? [] : [codec.scope]
      const entry = codec.entries.find((candidate) => candidate.name === name)
      const inner = entry === undefined ? undefined : meaningTokens(entry.codec, rest)
      if (inner !== undefined) return [...outer, ...inner]
      return codec.scope !== undefined && name === undefined ? outer : undefined
    }
    case 'filler':
      return undefined
  }
}

function homeTokens({ home: { group, key } }: Extract<Codec, { home: unknown }>): string[] {
  return group === undefined ? [key] : [group, key]
}

/** What follows the prefix; undefined when the tokens begin otherwise. */
function after(prefix: readonly string[], tokens: readonly string[]): string[] | undefined {
  return prefix.every((token, index) => tokens[index] === token) ? tokens.slice(prefix.length) : undefined
}
