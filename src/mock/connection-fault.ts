/** Answers what is not even HTTP: there is no request then, only a socket. */
import type { Socket } from 'node:net'
import type { Contract } from '../contract/index.ts'
import { packProblem } from './answers.ts'
import type { Packet } from './answers.ts'
import type { Logger } from './logging/index.ts'
import { faultOfConnection } from './request-fault.ts'

export interface ConnectionFault {
  error: Error & { code?: string }
  socket: Socket
  contract: Contract
  logger: Logger
  /** The longest head of a request. */
  headBytes: number
}

/** Refuses in the contract's error shape and ends the connection, as Node's own handler would. */
export function writeConnectionFault({ error, socket, contract, logger, headBytes }: ConnectionFault): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const packet = packProblem(contract, faultOfConnection(error.code, headBytes))
  writePacket(socket, packet)
  logger.info({ status: packet.status, refusal: packet.refusal, fault: error.code })
}

/** Answers on a connection that no request was read from, and ends it. */
export function writePacket(socket: Socket, packet: Packet): void {
  const body = packet.body ?? ''
  const headers = { ...packet.headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  // The reason phrase may be empty (RFC 9112, section 4).
  socket.write(`HTTP/1.1 ${packet.status} \r\n${lines.join('')}\r\n`)
  socket.write(body)
  socket.destroySoon()
}
