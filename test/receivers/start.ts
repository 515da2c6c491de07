/**
 * A receiver as a process of its own: `node test/receivers/start.ts [node|fastify|express|<defect>]`, with
 * ENSAYO_API_URL, ENSAYO_API_KEY, ENSAYO_WEBHOOK_TOKEN, ENSAYO_WEBHOOK_NEXT_TOKEN and PORT in the environment.
 */
import { defectNames } from './defects.ts'
import { startExpressReceiver } from './good-express.ts'
import { startFastifyReceiver } from './good-fastify.ts'
import { startReceiverUnderTest } from './recipe.ts'
import type { ReceiverSettings } from './recipe.ts'

const stacks = { node: (settings: ReceiverSettings) => startReceiverUnderTest(undefined, settings), fastify: startFastifyReceiver, express: startExpressReceiver }

const [, , wanted = 'node'] = process.argv
const { ENSAYO_API_URL, ENSAYO_API_KEY, ENSAYO_WEBHOOK_TOKEN, ENSAYO_WEBHOOK_NEXT_TOKEN, PORT } = process.env
const settings = {
  ...(ENSAYO_API_URL === undefined ? {} : { apiUrl: ENSAYO_API_URL }),
  ...(ENSAYO_API_KEY === undefined ? {} : { apiKey: ENSAYO_API_KEY }),
  ...(ENSAYO_WEBHOOK_TOKEN === undefined ? {} : { token: ENSAYO_WEBHOOK_TOKEN }),
  ...(ENSAYO_WEBHOOK_NEXT_TOKEN === undefined ? {} : { nextToken: ENSAYO_WEBHOOK_NEXT_TOKEN }),
  port: Number(PORT ?? 0),
}
const defect = defectNames.find((name) => name === wanted)
const start = wanted === 'fastify' || wanted === 'express' ? stacks[wanted] : stacks.node
const receiver = await (defect === undefined ? start(settings) : startReceiverUnderTest(defect, settings))
process.stdout.write(`${receiver.url}\n`)
process.once('SIGTERM', () => void receiver.close())
