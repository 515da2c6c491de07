/** True when two names differ at most in accents, capitals, punctuation and spaces. A blank one asks nothing. */
export function sameName(asked: string, known: string): boolean {
  const plain = plainName(asked)
  return plain === '' || plain === plainName(known)
}

/** `Pérez  Núñez, S.L.` → `perez nunez sl`. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.'’·]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
