/** The checks of a receiver's certificate, each against certificates that are in order and that are not. */
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { loadContract } from '../src/contract/index.ts'
import { runChecks } from '../src/conformance/receiver-check/index.ts'
import { receiverAreas } from '../suites/receiver/index.ts'
import { createCertificate } from './receivers/certificate.ts'
import type { CertificateWish } from './receivers/certificate.ts'

const contract = await loadContract()
const day = 86_400_000
const own: CertificateWish['address'] = [127, 0, 0, 1]

/** What each check comes to, by id. */
async function verdicts({ days, address = own, trusted }: { days: number; address?: CertificateWish['address']; trusted: boolean }) {
  const certificate = createCertificate({ notAfter: new Date(Date.now() + days * day), address })
  const server = createServer(certificate, (request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const before = getCACertificates('default')
  if (trusted) setDefaultCACertificates([certificate.cert])
  onTestFinished(() => {
    setDefaultCACertificates(before)
    server.close()
    server.closeAllConnections()
  })
  const where = server.address()
  if (where === null || typeof where === 'string') throw new Error('no port')
  const { cases } = await runChecks({
    contract,
    sender: { url: new URL(`https://127.0.0.1:${where.port}/hook`) },
    section: 'entities',
    recordId: 1,
    areas: receiverAreas,
    only: ['RCV-ACCEPTS', 'RCV-HTTP-TLS'],
    seed: 1,
    timeoutMs: 5000,
    repeat: (id) => id,
  })
  return Object.fromEntries(cases.filter(({ result }) => result.verdict !== 'not-run').map(({ id, result }) => [id, result.verdict]))
}

test('a certificate that clients trust and that lasts is in order', async () => {
  expect(await verdicts({ days: 90, trusted: true })).toEqual({
    'RCV-ACCEPTS': 'pass',
    'RCV-HTTP-TLS-CHAIN': 'pass',
    'RCV-HTTP-TLS-EXPIRY': 'confirmed',
  })
})

test('one that expires soon is told before it does', async () => {
  expect(await verdicts({ days: 5, trusted: true })).toEqual({
    'RCV-ACCEPTS': 'pass',
    'RCV-HTTP-TLS-CHAIN': 'pass',
    'RCV-HTTP-TLS-EXPIRY': 'refuted',
  })
})

test('one that has expired is told as that, and not as untrusted', async () => {
  expect(await verdicts({ days: -1, trusted: true })).toEqual({
    'RCV-ACCEPTS': 'fail',
    'RCV-HTTP-TLS-CHAIN': 'pass',
    'RCV-HTTP-TLS-EXPIRY': 'refuted',
  })
})

test.each([
  ['that nobody vouches for', { days: 90, trusted: false }],
  ['for another address', { days: 90, trusted: true, address: [10, 0, 0, 1] as const }],
])('one %s is not trusted', async (_, wish) => {
  expect(await verdicts(wish)).toEqual({
    'RCV-ACCEPTS': 'fail',
    'RCV-HTTP-TLS-CHAIN': 'fail',
    'RCV-HTTP-TLS-EXPIRY': 'confirmed',
  })
})
