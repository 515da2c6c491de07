/** Where a deployment is, and the addresses below it. */

/**
 * The base URL without a trailing slash; it may have a path.
 * @throws TypeError when it is no address of a deployment
 */
export function baseOf(baseUrl: string | URL): string {
  if (!URL.canParse(String(baseUrl))) throw new TypeError('baseUrl is not an absolute URL')
  const { protocol, username, password, search, hash, origin, pathname } = new URL(baseUrl)
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must be http or https, not ${protocol}`)
  }
  if (username !== '' || password !== '') throw new TypeError('baseUrl must not hold a user name or a password')
  if (search !== '' || hash !== '') throw new TypeError('baseUrl must not have a query or a fragment')
  return origin + pathname.replace(/\/+$/, '')
}

/**
 * The URL of a target below the base. A target that leads elsewhere would carry the key there.
 * @throws TypeError when the target does not begin with a slash, or has a segment `.` or `..`
 */
export function urlBelow(base: string, target: string): string {
  const [path = ''] = target.split(/[?#]/)
  if (!path.startsWith('/')) throw new TypeError(`the target ${target} must begin with a slash`)
  // URLs resolve such segments even when they are percent-encoded (URL Standard, "double-dot URL path segment").
  if (path.split(/[/\\]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new TypeError(`the target ${target} would lead to another path: it has a segment of dots`)
  }
  return base + target
}
