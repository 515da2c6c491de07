/** Upper case, without spaces, dots, hyphens, dashes and slashes: what people put in to read a number more easily. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./_\p{Dash}]/gu, '')
}
