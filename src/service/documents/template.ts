/** The templates' language: Liquid, without files, clocks or chance, and with every resource bounded. */
import type { Context as LiquidContext, Emitter, Template as LiquidTemplate } from 'liquidjs'
import type { JsonObject } from '../../core/index.ts'
import { isDateShape, spanishDate, spanishMoney, spanishPercent, spanishQuantity } from './spanish.ts'

/** What one rendering may use. */
export interface TemplateLimits {
  /** Characters of a template's source. */
  source: number
  /** Characters of the result. */
  output: number
  /** Characters and list items that filters, ranges and the like may create. */
  memory: number
  /** Milliseconds. */
  time: number
}

export const templateLimits: TemplateLimits = {
  source: 500_000,
  output: 2_000_000,
  memory: 5_000_000,
  time: 1_000,
}

/** A template that does not parse, or fails or exceeds a limit while it renders. Lines count from 1. */
export interface TemplateFault {
  line: number
  message: string
}

export type Rendering = { ok: true; text: string } | { ok: false; fault: TemplateFault }

export interface TemplateEngine {
  /** What keeps a template from being read at all; undefined when it can be rendered. */
  faultOf(source: string): TemplateFault | undefined
  /** Values are escaped for HTML unless the template marks them `raw`. */
  render(source: string, variables: JsonObject): Rendering
}

/** Tags that read other templates, which are files in Liquid. */
const filingTags = ['include', 'render', 'layout', 'block']

/** Filters that ask for the machine's time or for chance: a document depends on its data alone. */
const unsteadyFilters = [
  'date',
  'date_to_long_string',
  'date_to_rfc822',
  'date_to_string',
  'date_to_xmlschema',
  'sample',
  'shuffle',
]

/** Loads the template library, so callers make the engine when the first document is asked for. */
export async function createTemplateEngine(limits: TemplateLimits = templateLimits): Promise<TemplateEngine> {
  const { Context, Liquid, LiquidError, toValueSync } = await import('liquidjs')
  const liquid = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    lenientIf: true,
    outputEscape: 'escape',
    memoryLimit: limits.memory,
    renderLimit: limits.time,
  })
  for (const tag of filingTags) delete liquid.tags[tag]
  for (const filter of unsteadyFilters) liquid.unregisterFilter(filter)
  liquid.registerFilter('money', number(spanishMoney))
  liquid.registerFilter('quantity', number(spanishQuantity))
  liquid.registerFilter('percent', number(spanishPercent))
  liquid.registerFilter('date_es', date)
  liquid.registerFilter('css_string', { raw: true, handler: cssString })
  const parsed = new Map<string, LiquidTemplate[]>()

  function parse(source: string): LiquidTemplate[] {
    const known = parsed.get(source)
    if (known !== undefined) return known
    const template = liquid.parse(source)
    parsed.set(source, template)
    return template
  }

  function fault(error: unknown): TemplateFault {
    if (!LiquidError.is(error)) throw error
    const [line] = error.token.getPosition()
    const message = error.originalError?.message ?? error.message
    // The library adds the place to its messages; it is told apart here.
    return { line: line ?? 1, message: message.replace(/, (file:.*, )?line:\d+, col:\d+$/, '') }
  }

  function faultOf(source: string): TemplateFault | undefined {
    if (source.length > limits.source) return { line: 1, message: `it is longer than ${limits.source} characters` }
    try {
      parse(source)
      return undefined
    } catch (error) {
      return fault(error)
    }
  }

  return {
    faultOf,

    render(source, variables) {
      const unreadable = faultOf(source)
      if (unreadable !== undefined) return { ok: false, fault: unreadable }
      const emitter = createEmitter(limits.output)
      try {
        const context: LiquidContext = new Context(variables, liquid.options, { sync: true }, { liquid })
        toValueSync(liquid.renderer.renderTemplates(parse(source), context, emitter))
        return { ok: true, text: emitter.buffer }
      } catch (error) {
        return { ok: false, fault: fault(error) }
      }
    },
  }
}

/** Collects the result and stops the rendering that makes too much of it. */
function createEmitter(limit: number): Emitter {
  const emitter = {
    buffer: '',
    write(value: unknown): void {
      const piece = typeof value === 'string' ? value : String(value ?? '')
      if (emitter.buffer.length + piece.length > limit) {
        throw new Error(`the result is longer than ${limit} characters`)
      }
      emitter.buffer += piece
    },
  }
  return emitter
}

/** Absent values show as nothing; what is no number shows as it is. */
function number(format: (value: number) => string): (value: unknown) => string {
  return value => (typeof value === 'number' ? format(value) : text(value))
}

function date(value: unknown, shape?: unknown): string {
  const day = text(value)
  return spanishDate(day, isDateShape(shape) ? shape : 'short') ?? day
}

/** A CSS string literal for the page's margin boxes; anything special is escaped (CSS Syntax, section 4.3.7). */
function cssString(value: unknown): string {
  const escaped = text(value).replace(
    /[^\p{L}\p{N} .,-]/gu,
    char => `\\${(char.codePointAt(0) ?? 0).toString(16)} `,
  )
  return `"${escaped}"`
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
