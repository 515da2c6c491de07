/** What an https receiver shows of itself before anything is said. */
import type { Check, CheckContext } from '../../src/conformance/receiver-check/index.ts'

const day = 24 * 60 * 60 * 1000
const soon = 14 * day

async function certificateOf(context: CheckContext) {
  if (context.url.protocol !== 'https:') {
    return context.unjudged('the receiver is reached without TLS', 'Give the https URL that the service will call.')
  }
  return (await context.certificate()) ?? context.unjudged('no TLS connection comes about', 'Look whether the port speaks TLS 1.2 or later.')
}

export const tlsChecks: readonly Check[] = [
  {
    id: 'RCV-HTTP-TLS-CHAIN',
    title: 'The certificate is for this name and leads to an authority that clients trust',
    basis: { kind: 'must', source: 'RFC 9110, section 4.3.4' },
    reason: 'The service breaks off before it sends anything; each notification is lost, while your browser may show nothing wrong.',
    cure: 'Serve the whole chain with the intermediate certificates (`fullchain.pem`), for the name in the URL.',
    needs: ['http'],
    evidence: 'A chain that ends in an authority known here, and the name of the URL in the certificate.',
    async run(context) {
      const { distrust } = await certificateOf(context)
      context.check(distrust === undefined || /expired/i.test(distrust), {
        message: 'clients do not trust the certificate',
        expected: 'a chain that is complete, for this name',
        found: distrust ?? '',
      })
      return 'name and chain are in order'
    },
  },
  {
    id: 'RCV-HTTP-TLS-EXPIRY',
    title: 'The certificate is valid for another two weeks',
    basis: { kind: 'should', source: 'RFC 5280, section 4.1.2.5' },
    reason: 'From the moment at which it expires, each notification is lost.',
    cure: 'Renew the certificate automatically, a month before it expires, and have somebody told when that fails.',
    needs: ['http'],
    evidence: 'A last day that is at least 14 days away.',
    async run(context) {
      const { expires } = await certificateOf(context)
      const days = Math.floor((expires.getTime() - Date.now()) / day)
      context.check(expires.getTime() - Date.now() > soon, {
        message: days < 0 ? 'the certificate has expired' : `the certificate expires in ${days} days`,
        expected: 'at least 14 days',
        found: expires.toISOString(),
      })
      return `valid for another ${days} days`
    },
  },
]
