/** Getting the sample document in a format, and what to think of it when it does not come. */
import type { CaseContext } from '../src/conformance/index.ts'
import { documentFormats } from '../src/core/index.ts'
import type { DocumentFormat, DocumentRequest } from '../src/core/index.ts'
import { readContent } from './document-content.ts'
import type { Content } from './document-content.ts'
import { missingTexts } from './shown-text.ts'

export function asking(context: CaseContext): DocumentRequest {
  const { id, parameters } = context.sample('document')
  return { id, parameters }
}

/** The formats in which the sample can be had; the cheapest first. */
export function formatsOf(context: CaseContext): readonly DocumentFormat[] {
  const { formats = documentFormats } = context.sample('document')
  return (['json', 'html', 'pdf'] as const).filter((format) => formats.includes(format))
}

/**
 * The sample in a format. How one asks for a format is an assumption (GAP-DOCUMENT-REQUEST), so that another one than
 * asked for is held against the deployment only when it has shown that it understands the question: by answering both
 * of the others rightly.
 */
export async function obtain(context: CaseContext, format: DocumentFormat): Promise<Content> {
  if (!formatsOf(context).includes(format)) {
    context.unjudged(`the sample document cannot be had as ${format}, says the profile`, 'Name another document in samples.document.')
  }
  const result = await context.client().generateDocument({ ...asking(context), format })
  if (result.ok) return readContent(result.value)
  const { error } = result
  if ((error.kind === 'unexpected' || error.kind === 'malformed') && error.exchange.answer.status < 300) {
    const others = formatsOf(context).filter((other) => other !== format)
    const understood = await Promise.all(others.map((other) => textIn(context, other)))
    if (understood.length > 1 && understood.every((text) => text !== undefined)) return { sound: false, fault: error.message }
  }
  return context.given<never>(result, `the document as ${format}`)
}

/** The sample in the cheapest format in which it shows what it should: what other requests are held against. */
export async function known(context: CaseContext): Promise<{ format: DocumentFormat; text: string }> {
  const { contains } = context.sample('document')
  if (contains.length > 0) {
    for (const format of formatsOf(context)) {
      const text = await textIn(context, format)
      if (text !== undefined && missingTexts(text, contains).length === 0) return { format, text }
    }
  }
  return context.unjudged('in no format the document shows what the sample says', 'See its own cases, and correct samples.document.')
}

/** What must be sound for the law at hand to be judged. */
export function sound(context: CaseContext, content: Content, name: string): Extract<Content, { sound: true }> {
  if (!content.sound) return context.unjudged(`what comes as ${name} is none: ${content.fault}`, `See the case DOC-${name}.`)
  return content
}

/** The text that the document shows in a format; undefined when it does not come so, or cannot be read here. */
export async function textIn(
  context: CaseContext,
  format: DocumentFormat,
  asked: DocumentRequest = asking(context),
): Promise<string | undefined> {
  const result = await context.client().generateDocument({ ...asked, format })
  if (!result.ok) return undefined
  const content = await readContent(result.value)
  return content.sound ? content.text : undefined
}
