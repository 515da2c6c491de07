import { hash } from 'node:crypto'

/**
 * What the store keeps of an API key: its SHA-256 in lower-case hex. Keys are long random text, so a fast
 * hash without salt is enough, and it lets a key be found by an index instead of by comparing.
 */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}
