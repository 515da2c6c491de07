/** The control API as one function; everything behind it is loaded when it is first called. */
import type { JsonObject } from '../../core/index.ts'
import type { ControlRoute } from '../control-exchange.ts'
import type { ControlDeps } from './control-deps.ts'

export function createControl(deps: ControlDeps): ControlRoute {
  let loading: Promise<ControlRoute> | undefined
  return async (request) => {
    loading ??= import('./http/index.ts').then(({ createControlApi }) => createControlApi(deps))
    return (await loading)(request)
  }
}

/** The control API's own OpenAPI document; nothing in it is secret. */
export async function loadControlDocument(): Promise<JsonObject> {
  const document = await import('./http/document.ts')
  return document.loadControlDocument()
}
