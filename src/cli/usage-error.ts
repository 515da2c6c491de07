/** A command that cannot be carried out as it was given: one line on standard error, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
