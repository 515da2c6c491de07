/** What all cases of writing have in common. */
import type { Case } from '../src/conformance/index.ts'

export const stated = (...statements: string[]): Case['basis'] => ({ kind: 'stated', statements })
export const assumed = (gap: string): Case['basis'] => ({ kind: 'assumed', gap })

export function writeCase(one: Omit<Case, 'safety' | 'needs'> & Partial<Pick<Case, 'needs'>>): Case {
  return { needs: ['fullKey', 'section'], safety: 'write', ...one }
}
