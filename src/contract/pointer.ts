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
  const [key, ...rest] = tokens
  if (key === undefined) return []
  switch (codec.form) {
    case 'leaf':
      return codec.key === key ? rest : undefined
    case 'list': {
      if (codec.key !== key) return undefined
      const [index, ...inside] = rest
      if (index === undefined) return []
      const inner = codec.item.form === 'leaf' ? inside : wireTokens(codec.item, inside)
      return inner === undefined ? undefined : [index, ...inner]
    }
    case 'object': {
      if (codec.scope !== undefined && codec.scope.key !== key) return undefined
      const searched = codec.scope === undefined ? tokens : rest
      if (searched.length === 0) return []
      for (const { name, codec: child } of codec.entries) {
        const found = wireTokens(child, searched)
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
      return [codec.key, ...tokens]
    case 'list': {
      const [index, ...inside] = tokens
      if (index === undefined) return [codec.key]
      const inner = codec.item.form === 'leaf' ? inside : meaningTokens(codec.item, inside)
      return inner === undefined ? undefined : [codec.key, index, ...inner]
    }
    case 'object': {
      const [name, ...rest] = tokens
      const outer = codec.scope === undefined ? [] : [codec.scope.key]
      const entry = codec.entries.find((candidate) => candidate.name === name)
      const inner = entry === undefined ? undefined : meaningTokens(entry.codec, rest)
      if (inner !== undefined) return [...outer, ...inner]
      return codec.scope !== undefined && name === undefined ? outer : undefined
    }
    case 'filler':
      return undefined
  }
}
