/** The control API and the interface of a mock, as whoever attacks it would call them. */
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Mock } from '../../src/mock/index.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Undefined for what is no JSON. */
  json: unknown
}

async function answered(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

export function callsOf(mock: Mock) {
  const key = mock.keys[0]?.key ?? ''
  return {
    async control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      return answered(await fetch(`${mock.url}/_ensayo${path}`, { method, headers: { ...type, ...headers }, ...sent }))
    },
    async call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
      return answered(await fetch(mock.url + path, { method: 'POST', headers: all, body: sent }))
    },
  }
}

/** A connection of its own: what is sent on it, and what comes until it ends. */
export function rawConnection(mock: Mock) {
  const { hostname, port } = new URL(mock.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  const opened = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { socket, opened, ended }
}
