import type { Overlay, Position } from './overlay.ts'

export interface OverlayFault {
  file: string
  /** Absent only when a file has no text at all to point into. */
  position?: Position | undefined
  /** The action's number from 1; absent when the fault lies outside the actions. */
  action?: number | undefined
  target?: string | undefined
  /** What is wrong. */
  problem: string
  /** What its author can do about it. */
  cure: string
}

/**
 * An overlay that cannot be read or applied. The message is one line:
 * `file:line:column: action N (target): problem; cure`.
 */
export class OverlayError extends Error {
  override name = 'OverlayError'
  readonly file: string
  readonly position: Position | undefined
  readonly action: number | undefined
  readonly target: string | undefined
  readonly problem: string
  readonly cure: string

  constructor(fault: OverlayFault) {
    super(`${citation(fault)}: ${fault.problem}; ${fault.cure}`)
    this.file = fault.file
    this.position = fault.position
    this.action = fault.action
    this.target = fault.target
    this.problem = fault.problem
    this.cure = fault.cure
  }
}

/** `file:line:column: action N (target)`, as far as it is known. */
export function citation({
  file,
  position,
  action,
  target,
}: Pick<OverlayFault, 'file' | 'position' | 'action' | 'target'>): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`
  if (action === undefined) return place
  return target === undefined ? `${place}: action ${action}` : `${place}: action ${action} (${target})`
}

/** The same of an action by its number; the file alone without one. */
export function actionCitation({ file, actions, positions }: Overlay, number: number | undefined): string {
  if (number === undefined) return file
  const target = actions.find((action) => action.number === number)?.target.text
  return citation({ file, position: positions.get(`/actions/${number - 1}/target`), action: number, target })
}
