/** Credentials that are almost a key. */

/**
 * The key without its end. What follows the last letter or digit goes as well: it may be padding, without which some
 * decoders read the same.
 */
export function cut(key: string): string {
  return key.slice(0, lastAlphanumeric(key))
}

/**
 * The key with its last letter or digit changed, so much that it is another key for a service that decodes base64 too:
 * there the last digit's low bits, and letter case for others, may count for nothing.
 */
export function changed(key: string): string {
  const at = lastAlphanumeric(key)
  const last = key.charAt(at)
  return key.slice(0, at) + (/[w-z0-9]/.test(last) ? 'a' : '0') + key.slice(at + 1)
}

/** Of the same form as the key: letters for letters, digits for digits, all else as it is. */
export function unknownLike(key: string, random: () => number): string {
  const one = (from: string) => from.charAt(Math.floor(random() * from.length))
  const made = key.replace(/[a-zA-Z0-9]/g, (character) => {
    if (/[0-9]/.test(character)) return one('0123456789')
    return /[a-z]/.test(character) ? one('abcdefghijklmnopqrstuvwxyz') : one('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  })
  return made === key ? changed(key) : made
}

/** Every letter in the other case. */
export function caseSwapped(key: string): string {
  return key.replace(/[a-zA-Z]/g, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
}

/** Whether a text holds the key, as it is or encoded. */
export function holdsKey(text: string, key: string): boolean {
  const encodings = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), Buffer.from(key).toString('base64')]
  return encodings.some((encoded) => text.includes(encoded)) || text.toLowerCase().includes(key.toLowerCase())
}

function lastAlphanumeric(key: string): number {
  const found = /[a-zA-Z0-9](?=[^a-zA-Z0-9]*$)/.exec(key)
  return found === null ? key.length - 1 : found.index
}
