import { isJsonObject } from '../../core/index.ts'
import type { DocumentFormat, JsonObject } from '../../core/index.ts'
import type { Identifiers, ReportSample, Samples } from '../../conformance/index.ts'
import { object, text, texts } from './shaped.ts'

/** `samples`, as the schema has checked them, with the shorthands of the columns unfolded. */
export function samplesOf(samples: JsonObject): Samples {
  const { report, filesReport, document, section, forbidden, taxIds, vatIds } = samples
  return {
    ...(isJsonObject(report) ? { report: reportSample(report) } : {}),
    ...(isJsonObject(filesReport)
      ? { filesReport: { id: text(filesReport.id), parameters: object(filesReport.parameters) } }
      : {}),
    ...(isJsonObject(document)
      ? {
          document: {
            id: text(document.id),
            parameters: object(document.parameters),
            contains: texts(document.contains),
            ...(Array.isArray(document.formats) ? { formats: texts(document.formats).filter(isFormat) } : {}),
            ...(isJsonObject(document.sections) ? { sections: textsByName(document.sections) } : {}),
          },
        }
      : {}),
    ...(isJsonObject(section)
      ? {
          section: {
            id: text(section.id),
            create: object(section.create),
            edit: object(section.edit),
            ...(isJsonObject(section.report) ? { report: reportSample(section.report) } : {}),
          },
        }
      : {}),
    ...(isJsonObject(forbidden) ? { forbidden: forbiddenSamples(forbidden) } : {}),
    taxIds: identifiersOf(object(taxIds)),
    vatIds: identifiersOf(object(vatIds)),
  }
}

function reportSample({ id, columns, parameters, unknownId }: JsonObject): ReportSample {
  return {
    id: text(id),
    columns: columnsOf(object(columns)),
    parameters: object(parameters),
    ...(typeof unknownId === 'string' ? { unknownId } : {}),
  }
}

/** `entities.name`: the section ends at the first dot. */
function columnsOf(columns: JsonObject): ReportSample['columns'] {
  const entries = Object.entries(columns).map(([column, shown]) => {
    const [section = '', ...field] = text(shown).split('.')
    return [column, { section, field: field.join('.') }] as const
  })
  return Object.fromEntries(entries)
}

function forbiddenSamples({ report, section }: JsonObject): NonNullable<Samples['forbidden']> {
  return {
    ...(typeof report === 'string' ? { report } : {}),
    ...(isJsonObject(section)
      ? {
          section: {
            id: text(section.id),
            create: object(section.create),
            ...(isJsonObject(section.report) ? { report: reportSample(section.report) } : {}),
          },
        }
      : {}),
  }
}

function identifiersOf({ valid, invalid }: JsonObject): Identifiers {
  return { valid: texts(valid), invalid: texts(invalid) }
}

function isFormat(name: string): name is DocumentFormat {
  return name === 'html' || name === 'json' || name === 'pdf'
}

function textsByName(lists: JsonObject): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, texts(list)]))
}
