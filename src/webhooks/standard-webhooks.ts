/**
 * The headers of Standard Webhooks, for deployments that send them
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature
 * scheme"). Off by default: nothing is known of such headers here (GAP-HOOK-BODY), and a receiver must not
 * come to rely on them.
 */
import { createHmac } from 'node:crypto'
import type { Instant } from '../core/index.ts'

const prefix = 'whsec_'

/** The key in a secret: base64 of 24 to 64 bytes, after `whsec_` or alone; undefined when it is not that. */
export function secretKey(secret: string): Uint8Array | undefined {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

export interface SignedMessage {
  secret: string
  /** The same for each attempt of a delivery; without a full stop. */
  id: string
  /** When this attempt is made; it travels in whole seconds. */
  at: Instant
  /** The exact text that is sent. */
  body: string
}

export type StandardHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Throws when the secret has no key or the id a full stop, which would let one message pass for another. */
export function standardHeaders({ secret, id, at, body }: SignedMessage): StandardHeaders {
  const key = secretKey(secret)
  if (key === undefined) throw new Error('The secret is not base64 of 24 to 64 bytes.')
  if (id.includes('.')) throw new Error(`The message id "${id}" has a full stop.`)
  const timestamp = String(Math.floor(at / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
