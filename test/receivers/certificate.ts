/** Certificates for 127.0.0.1 that sign themselves, valid as long as wanted (RFC 5280, section 4.1). */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface OwnCertificate {
  /** PEM. */
  key: string
  cert: string
}

export interface CertificateWish {
  notAfter: Date
  /** The IPv4 address in it. */
  address: readonly [number, number, number, number]
}

const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const commonName = [0x55, 0x04, 0x03]
const subjectAltName = [0x55, 0x1d, 0x11]
const basicConstraints = [0x55, 0x1d, 0x13]

export function createCertificate({ notAfter, address }: CertificateWish): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(0x06, Buffer.from(ecdsaWithSha256)))
  const name = sequence(der(0x31, sequence(der(0x06, Buffer.from(commonName)), der(0x0c, Buffer.from('ensayo test')))))
  const extension = (id: readonly number[], value: Buffer) => sequence(der(0x06, Buffer.from(id)), der(0x04, value))
  const extensions = sequence(
    extension(subjectAltName, sequence(der(0x87, Buffer.from(address)))),
    extension(basicConstraints, sequence(der(0x01, Buffer.from([0xff])))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const base64 = sequence(body, algorithm, signature).toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}

/** Tag, length and value (X.690, section 8.1). */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

/** GeneralizedTime. */
function time(moment: Date): Buffer {
  return der(0x18, Buffer.from(`${moment.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
}
