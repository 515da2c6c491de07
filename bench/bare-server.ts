/**
 * What the mock is measured against: node:http alone, which reads and parses the body and answers a
 * constant of the same size and type as the mock's answer. Its answers come as JSON in argv[2]:
 * `{ "POST /api/reports": { "mediaType": "application/json", "body": "…" } }`. Prints its port.
 */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

interface Constant {
  mediaType: string
  body: string
}

const answers = new Map(Object.entries<Constant>(JSON.parse(process.argv[2] ?? '{}')))

function answer(response: ServerResponse, constant: Constant | undefined): void {
  if (constant === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': constant.mediaType, 'content-length': Buffer.byteLength(constant.body) })
  response.end(constant.body)
}

const server = createServer((request, response) => {
  const constant = answers.get(`${request.method} ${request.url}`)
  if (request.method === 'GET') {
    answer(response, constant)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    answer(response, typeof body === 'object' ? constant : undefined)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
