/** The self-standing page around what a template gives. */
import { houseStyle } from './house-style.ts'

/**
 * An HTML page with the house style that loads nothing from elsewhere and runs no script. A template's own
 * `<title>` and `<style>` take their places at the head; a template that gives a whole page keeps it as it is.
 */
export function selfStandingPage(content: string, title: string): string {
  const body = content.trim()
  if (/^<(!doctype|html)\b/i.test(body)) return `${body}\n`
  const ownTitle = /^<title>/i.test(body)
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>${houseStyle}</style>
${ownTitle ? '' : `<title>${escaped(title)}</title>\n`}${body}
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
