/** Upper case, without the spaces, dots, dashes and slashes that make a number easier to read. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./_\p{Dash}]/gu, '')
}
