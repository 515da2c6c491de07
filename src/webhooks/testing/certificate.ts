/** A certificate that signs itself, made for one test run: nothing secret has to lie in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto'

/** DER (X.690): tag, length, contents. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  const { length } = body
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), body])
}

const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents)
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text))

/** 1.2.840.10045.4.3.2, ECDSA with SHA-256. */
const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))

/** Names 127.0.0.1; valid from 2020 to 2049 (RFC 5280, section 4.1). */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('127.0.0.1')))
  const name = sequence(der(0x31, commonName))
  const alternative = der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))
  const extension = sequence(der(0x06, Buffer.from('551d11', 'hex')), alternative)
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey))
  const text = sequence(toSign, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
  }
}
