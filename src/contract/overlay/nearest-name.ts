/**
 * The name that was probably meant: the closest one, whatever its letter case, if at most a third of its
 * letters differ; undefined when none is that close.
 */
export async function nearestName(wanted: string, names: Iterable<string>): Promise<string | undefined> {
  const { distance } = await import('fastest-levenshtein')
  let nearest: { name: string; away: number } | undefined
  for (const name of names) {
    const away = distance(wanted.toLowerCase(), name.toLowerCase())
    const tooFar = away > Math.ceil(Math.max(wanted.length, name.length) / 3) || away >= wanted.length
    if (!tooFar && (nearest === undefined || away < nearest.away)) nearest = { name, away }
  }
  return nearest?.name
}
