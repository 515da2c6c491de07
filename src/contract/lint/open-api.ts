import type { JsonObject } from '../../core/index.ts'
import type { Finding, Inspection } from './finding.ts'

const subject = 'the OpenAPI 3.1 specification'

/** The document keeps the specification, as @apidevtools/swagger-parser reads it; left out when that is not installed. */
export async function lintOpenApi(document: JsonObject): Promise<Inspection> {
  const parser = await import('@apidevtools/swagger-parser').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw cause
  })
  if (parser === undefined) {
    return { subject, done: false, reason: '@apidevtools/swagger-parser is not installed' }
  }
  try {
    // It writes into the document that it is given.
    await parser.default.validate(JSON.parse(JSON.stringify(document)), { resolve: { external: false } })
    return { subject, done: true, findings: [] }
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim())
    const told = lines.filter((line) => line.startsWith('#/')).map(findingOf)
    return { subject, done: true, findings: told.length > 0 ? told : [{ severity: 'error', pointer: '', message: lines.join(' ') }] }
  }
}

/** `#/info must have required property 'version'` */
function findingOf(line: string): Finding {
  const [place = '#', ...words] = line.split(' ')
  return { severity: 'error', pointer: place.slice(1), message: words.join(' ') }
}
