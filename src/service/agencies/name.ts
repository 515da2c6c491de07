/** True when two names are the same but for accents, capitals, punctuation and spaces; a blank one asks nothing. */
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
