/** Text from elsewhere, safe to show: nothing moves the cursor, turns the writing around or ends a document. */

const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/g

/** In one line; control characters become what they are written as in source text. */
export function visibleLine(text: string): string {
  return text.toWellFormed().replaceAll(unsafe, escaped)
}

/** Line ends and tabs stay. */
export function visibleBlock(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(unsafe, (character) => (character === '\n' || character === '\t' ? character : escaped(character)))
}

/** At most so many characters, the last of them an ellipsis when there were more. */
export function shortened(text: string, longest: number): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, Math.max(0, longest - 1)).join('')}…` : text
}

const known = new Map([['\n', '\\n'], ['\r', '\\r'], ['\t', '\\t']])

function escaped(character: string): string {
  return known.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
