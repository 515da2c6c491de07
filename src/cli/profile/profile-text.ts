/** From the text of a profile, YAML or JSON, to its value with the places of its parts. */
// `yaml` rather than js-yaml, which starts quicker and reads the overlays: it tells all syntax errors at once.
import type { Document, LineCounter, Node, Pair } from 'yaml'
import { ProfileError } from './profile-error.ts'

/** The way to a part of a profile. */
export type Path = readonly (string | number)[]

export interface ProfileText {
  /** An empty file is an empty object. */
  value: unknown
  /** `file:line:column` of a value, or of the name it has in its object; of the nearest part around it that exists. */
  placeOf(path: Path, part: 'name' | 'value'): string
}

/**
 * @param file as messages name it
 * @throws ProfileError for text that is neither YAML 1.2 nor JSON, at its place
 */
export async function readProfileText({ text, file }: { text: string; file: string }): Promise<ProfileText> {
  const { LineCounter, isMap, isPair, isScalar, parseDocument, visit } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const faults = [...document.errors, ...document.warnings].map(({ pos, message, code }) => {
    const cure = code === 'MULTIPLE_DOCS' ? 'keep one document in the file' : 'mend the syntax here'
    return `${place(file, lines, pos[0])}: this is not YAML or JSON: ${message}; ${cure}`
  })
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return
      faults.push(`${place(file, lines, offsetOf(alias) ?? 0)}: the alias *${alias.source} has no anchor before it; write the value out`)
    },
  })
  if (faults.length > 0) throw new ProfileError(faults)

  /** The pair that holds a member of an object. */
  function pairAt(path: Path): Pair | undefined {
    const parent = nodeAt(document, path.slice(0, -1))
    if (!isMap(parent)) return undefined
    return parent.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(path.at(-1)))
  }

  return {
    value: plain(document, file),
    placeOf(path, part) {
      for (let length = path.length; length > 0; length -= 1) {
        const pair = pairAt(path.slice(0, length))
        const node = nodeAt(document, path.slice(0, length))
        // What is missing is shown at the name of the object that lacks it.
        const byName = part === 'name' || length < path.length || node === undefined
        const offset = byName ? (offsetOf(pair?.key) ?? offsetOf(node)) : offsetOf(node)
        if (offset !== undefined) return place(file, lines, offset)
      }
      return place(file, lines, offsetOf(document.contents) ?? 0)
    },
  }
}

function nodeAt(document: Document.Parsed, path: Path): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}

function offsetOf(node: unknown): number | undefined {
  return hasRange(node) ? node.range?.[0] : undefined
}

function hasRange(node: unknown): node is Pick<Node, 'range'> {
  return typeof node === 'object' && node !== null && 'range' in node
}

function place(file: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset)
  return `${file}:${line}:${col}`
}

/** Aliases that unfold without end show only now. */
function plain(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS() ?? {}
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ProfileError([`${file}:1:1: ${reason}; write the value out instead of an alias`])
  }
}
