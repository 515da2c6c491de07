/** Puts a packet on the wire, its line into the log and the exchange into the journal. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId, Problem } from '../core/index.ts'
import type { Principal } from '../store/index.ts'
import type { Packet } from './answers.ts'
import { createBatch } from './batch.ts'
import { sendDamaged } from './faults/index.ts'
import type { Judgement } from './faults/index.ts'
import type { Journal } from './journal/index.ts'
import { createExchangeLog } from './logging/index.ts'
import type { Logger } from './logging/index.ts'
import type { Metrics } from './metrics/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request's head had arrived, as `performance.now()` gives it. */
    startedAt: number
    /** The owner of the key, once it is checked. */
    caller: Principal | undefined
    /** Its body, where it has one that could be read. */
    bytes: Buffer | undefined
    /** Why it is refused. */
    problem: Problem | undefined
    /** What is done to it on purpose. */
    judgement: Judgement | undefined
  }
}

/** `operation` is undefined where the request belongs to none. */
export type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  packet: Packet,
  operation: OperationId | undefined,
) => FastifyReply

const none: readonly string[] = Object.freeze([])

export interface SendDeps {
  logger: Logger
  journal: Pick<Journal, 'add'>
  metrics: Pick<Metrics, 'observed'>
}

export function createSend({ logger, journal, metrics }: SendDeps): Send {
  const log = createExchangeLog(logger)
  // After everything is done that waits for nothing else.
  const ready = createBatch(process.nextTick)

  const keep = (
    request: FastifyRequest,
    packet: Packet,
    operation: OperationId | undefined,
    durationMs: number,
  ): void => {
    journal.add({
      number: 0,
      operation,
      caller: request.caller,
      method: request.method,
      url: request.url,
      rawHeaders: request.raw.rawHeaders,
      body: request.bytes,
      packet,
      problem: request.problem,
      faults: request.judgement?.applied ?? none,
      endedAt: Date.now(),
      durationMs,
    })
  }

  return (request, reply, packet, operation) => {
    const damage = request.judgement?.damage
    if (damage === undefined) {
      reply.raw.writeHead(packet.status, packet.headers)
      ready.add(() => reply.raw.end(packet.body))
    } else {
      sendDamaged(reply.raw, packet, damage)
    }
    // What the mock serves beside the contract is no exchange of the interface; a miss is one.
    if (operation !== undefined || packet.refusal !== undefined) {
      const { startedAt } = request
      const durationMs = startedAt > 0 ? performance.now() - startedAt : 0
      metrics.observed(operation, packet.status, durationMs)
      keep(request, packet, operation, durationMs)
    }
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
