/** One thing that is wrong with a contract. */
export interface ContractProblem {
  /** One line: where, what, and how to mend it. */
  message: string
  /** The role that is bound nowhere, if that is the problem. */
  role?: string
}

/** A contract that the toolkit cannot work with. The message is one line, its problems in a row. */
export class ContractError extends Error {
  override name = 'ContractError'
  readonly problems: readonly ContractProblem[]

  constructor(problem: string | readonly ContractProblem[], options?: ErrorOptions) {
    const problems = typeof problem === 'string' ? [{ message: problem }] : problem
    super(problems.map(({ message }) => message).join('; '), options)
    this.problems = problems
  }
}
