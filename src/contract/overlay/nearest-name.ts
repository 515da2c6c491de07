/**
 * The name that was probably meant: the closest one, ignoring case first, if at most about a third of its
 * letters differ; undefined when none is that close.
 */
export async function nearestName(wanted: string, names: Iterable<string>): Promise<string | undefined> {
  const { distance } = await import('fastest-levenshtein')
  let nearest: { name: string; distance: number } | undefined
  for (const name of names) {
    const away = distance(wanted.toLowerCase(), name.toLowerCase())
    if (away > Math.max(2, Math.floor(Math.max(wanted.length, name.length) / 3))) continue
    if (nearest === undefined || away < nearest.distance) nearest = { name, distance: away }
  }
  return nearest?.name
}
