/** A request to the control API, as far as HTTP goes. */
export interface ControlRequest {
  method: string
  /** Behind the prefix, with its slash and query: `/sandboxes?limit=1`. */
  target: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Empty for none. */
  body: Buffer
}

export interface ControlAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Rejects only on bugs. */
export type ControlRoute = (request: ControlRequest) => Promise<ControlAnswer>
