/**
 * A profile that cannot be used. The message is one line for the first thing that is wrong,
 * `file:line:column: what was expected; how to mend it`; `problems` has such a line for each.
 */
export class ProfileError extends Error {
  override name = 'ProfileError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const [first = 'the profile cannot be used', ...others] = problems
    super(others.length === 0 ? first : `${first} (and ${others.length} more)`)
    this.problems = problems
  }
}
