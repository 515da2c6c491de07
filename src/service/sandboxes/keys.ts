import { randomBytes } from 'node:crypto'
import type { Instant } from '../../core/index.ts'
import type { StoredKey } from '../../store/index.ts'
import { hashKey } from '../users/index.ts'

/** A key in clear. It is told once; what is stored of it opens nothing. */
export interface IssuedKey {
  /** Names the key from now on. */
  id: string
  key: string
  userId: number
  login: string
  expiresAt?: Instant
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Random text, 5 bits a character (RFC 4648, section 6, in small letters). */
function randomText(length: number): string {
  return Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length]).join('')
}

/** 80 random bits: nobody else has it, but it is no secret. */
export function newSandboxId(): string {
  return `sandbox-${randomText(16)}`
}

/** Makes a key of 130 random bits for a user (GAP-KEYS): what is told of it, and what is stored. */
export function newKey(
  { id: userId, login }: { id: number; login: string },
  createdAt: Instant,
  expiresAt?: Instant,
): { issued: IssuedKey; stored: StoredKey } {
  const key = `ensayo-key-${randomText(26)}`
  const hash = hashKey(key)
  const expiry = expiresAt === undefined ? {} : { expiresAt }
  return {
    issued: { id: keyId(hash), key, userId, login, ...expiry },
    stored: { hash, userId, createdAt, ...expiry },
  }
}

/** Names a key without giving it away: the first 64 bits of its hash. */
export function keyId(hash: string): string {
  return hash.slice(0, 16)
}
