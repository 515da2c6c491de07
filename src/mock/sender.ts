/** Puts a packet on the wire and its line into the log: the only place that answers requests. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId } from '../core/index.ts'
import type { Principal } from '../store/index.ts'
import type { Packet } from './answers.ts'
import { createExchangeLog } from './logging/index.ts'
import type { Logger } from './logging/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request's head had arrived, as `performance.now()` gives it. */
    startedAt: number
    /** The owner of the key, once it is checked. */
    caller: Principal | undefined
  }
}

/** `operation` is undefined where the request belongs to none. */
export type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  packet: Packet,
  operation: OperationId | undefined,
) => FastifyReply

export function createSend(logger: Logger): Send {
  const log = createExchangeLog(logger)
  return (request, reply, packet, operation) => {
    reply.raw.writeHead(packet.status, packet.headers)
    reply.raw.end(packet.body)
    log({
      operation,
      method: request.method,
      url: request.url,
      status: packet.status,
      startedAt: request.startedAt,
      caller: request.caller,
      refusal: packet.refusal,
    })
    return reply
  }
}
