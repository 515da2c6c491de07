/** A contract that the toolkit cannot work with; the message says where and how to mend it. */
export class ContractError extends Error {
  override name = 'ContractError'
}
