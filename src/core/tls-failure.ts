/**
 * What a code of OpenSSL's means, as `ERR_SSL_WRONG_VERSION_NUMBER`, whose own message names places in its source;
 * undefined for other codes.
 */
export function tlsFailure(code: string): string | undefined {
  const [, name] = /^ERR_SSL_(\w+)$/.exec(code) ?? []
  if (name === undefined) return undefined
  const words = name === 'WRONG_VERSION_NUMBER' ? 'who answers there speaks no TLS; perhaps http is meant' : name.toLowerCase().replaceAll('_', ' ')
  return `TLS failed: ${words} (${code})`
}
