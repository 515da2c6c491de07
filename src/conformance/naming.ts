/** Whether one of the names means the case or check: its id, or the beginning of it up to a dash. */
export function isNamed(id: string, names: readonly string[]): boolean {
  return names.some((name) => id === name || id.startsWith(`${name}-`))
}
