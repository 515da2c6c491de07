/** DOC-1 … DOC-4: a document in three formats, with the data of several sections. */
import type { Case, CaseContext, Suite } from '../src/conformance/index.ts'
import { documentFormats } from '../src/core/index.ts'
import type { DocumentFormat } from '../src/core/index.ts'
import { documentAssumptions } from './document-assumptions.ts'
import { asking, formatsOf, known, obtain, sound, textIn } from './document-reading.ts'
import { missingTexts } from './shown-text.ts'

const needs = ['fullKey', 'document'] as const

const names: Record<DocumentFormat, string> = { html: 'HTML', json: 'JSON', pdf: 'PDF' }

/** The sample's texts; unjudged when there are none, for nothing else tells the document from a login page. */
function wantedTexts(context: CaseContext): readonly string[] {
  const { contains } = context.sample('document')
  if (contains.length === 0) context.unjudged('it is not known what the document shows', 'Add samples.document.contains to the profile.')
  return contains
}

/** The texts that another format shows: what the sample says rightly. */
async function shownElsewhere(context: CaseContext, format: DocumentFormat): Promise<{ texts: string[]; where: DocumentFormat[] }> {
  const wanted = wantedTexts(context)
  const where: DocumentFormat[] = []
  const shown = new Set<string>()
  // A PDF is the dearest to make, so that the other two are asked first.
  for (const other of documentFormats.filter((name) => name !== format && formatsOf(context).includes(name))) {
    if (shown.size === wanted.length) break
    const text = await textIn(context, other)
    const missing = text === undefined ? wanted : missingTexts(text, wanted)
    if (missing.length < wanted.length) where.push(other)
    for (const one of wanted) if (!missing.includes(one)) shown.add(one)
  }
  return { texts: [...shown], where }
}

function formatCase(format: DocumentFormat): Case {
  return {
    id: `DOC-${names[format]}`,
    title: `A document asked for as ${names[format]} is ${names[format]}`,
    basis: { kind: 'stated', statements: ['DOC-1', 'DOC-2', 'DOC-4'] },
    safety: 'read',
    needs,
    evidence: `The sample document, ${format === 'pdf' ? 'with the header and trailer of a PDF, opened by a PDF reader' : `that parses as ${names[format]}`}.`,
    async run(context) {
      const wanted = wantedTexts(context)
      const content = await obtain(context, format)
      const missing = content.sound ? missingTexts(content.text ?? '', wanted) : wanted
      // A login page is HTML, too: what comes must be the document, or another format must have shown that there is one.
      if (missing.length === wanted.length && (await shownElsewhere(context, format)).where.length === 0) {
        context.unjudged(`no format shows anything of what the sample says: ${wanted.join(', ')}`, 'Correct samples.document.')
      }
      if (!content.sound) return context.broken({ message: `what comes as ${names[format]} is none: ${content.fault}` })
      return `The document is ${content.about}.`
    },
  }
}

function valuesCase(format: DocumentFormat): Case {
  return {
    id: `DOC-${names[format]}-VALUES`,
    title: `A document as ${names[format]} shows the record's values`,
    basis: { kind: 'stated', statements: ['DOC-1', 'DOC-3'] },
    safety: 'read',
    needs,
    evidence: 'The texts of the sample, which another format, or this one, shows.',
    async run(context) {
      const wanted = wantedTexts(context)
      const { about, text } = sound(context, await obtain(context, format), names[format])
      if (text === undefined) return context.unjudged('the text of a PDF cannot be read here', 'Install pdfjs-dist beside ensayo.')
      const missing = missingTexts(text, wanted)
      if (missing.length === 0) return `The document, ${about}, shows ${wanted.join(' and ')}.`
      const { texts, where } = await shownElsewhere(context, format)
      const lost = missing.filter((one) => texts.includes(one))
      if (lost.length === 0) context.unjudged(`no format shows ${missing.join(', ')}`, 'Correct samples.document.contains.')
      return context.broken({
        message: `as ${names[format]} the document does not show ${lost.join(', ')}, as ${where.map((name) => names[name]).join(' and ')} it does`,
        expected: lost.join(', '),
        found: text.replace(/\s+/g, ' ').trim().slice(0, 160),
      })
    },
  }
}

const cases: readonly Case[] = [
  ...documentFormats.map(formatCase),
  ...documentFormats.map(valuesCase),
  {
    id: 'DOC-SECTIONS',
    title: 'A document combines data of several sections',
    basis: { kind: 'stated', statements: ['DOC-3'] },
    safety: 'read',
    needs,
    evidence: 'Texts of at least two sections in one document.',
    async run(context) {
      const sections = Object.entries(context.sample('document').sections ?? {}).filter(([, texts]) => texts.length > 0)
      if (sections.length < 2) {
        return context.unjudged('it is not known what the document shows of which section', 'Add samples.document.sections to the profile: texts of two sections.')
      }
      const format = formatsOf(context).includes('json') ? 'json' : 'html'
      const { text = '' } = sound(context, await obtain(context, format), names[format])
      const lacking = sections.filter(([, texts]) => missingTexts(text, texts).length > 0)
      if (lacking.length === sections.length) context.unjudged('the document shows nothing of what the sample says', 'Correct samples.document.')
      context.check(lacking.length === 0, {
        message: `the document shows nothing of ${lacking.map(([name]) => name).join(', ')}`,
        expected: lacking.flatMap(([, texts]) => texts).join(', '),
        found: text.replace(/\s+/g, ' ').slice(0, 160),
        cure: 'If it takes nothing from there, correct samples.document.sections.',
      })
      return `The document shows data of ${sections.map(([name]) => name).join(', ')}.`
    },
  },
  {
    id: 'DOC-UNKNOWN-ID',
    title: 'An ID that no document has gives no document',
    basis: { kind: 'stated', statements: ['DOC-2'] },
    safety: 'read',
    needs,
    evidence: 'A refusal, where the known document comes.',
    async run(context) {
      const wanted = wantedTexts(context)
      const { format } = await known(context)
      const asked = { ...asking(context), format, id: `no-document-${Math.floor(context.random() * 1e9)}` }
      const answer = await context.send(context.request('generateDocument', asked))
      const treatment = context.treatment('generateDocument', answer)
      if (treatment.kind === 'refused') return `The ID ${asked.id} was refused with ${treatment.status}.`
      const result = await textIn(context, format, asked)
      if (result !== undefined && missingTexts(result, wanted).length === 0) {
        context.broken({ message: `the ID ${asked.id}, which no document has, gives the sample document`, expected: 'a refusal', found: `status ${treatment.status}` })
      }
      return context.unjudged(
        `the ID ${asked.id} is answered with ${treatment.status}, with something that is not the sample document`,
        'Write down in an overlay how this deployment refuses.',
      )
    },
  },
]

export const documentsSuite: Suite = { area: 'documents', title: 'Dynamic documents', cases: [...cases, ...documentAssumptions] }
