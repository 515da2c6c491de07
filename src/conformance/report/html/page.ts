/** A run as one page that needs nothing else: it opens from a disk, and sends nothing anywhere. */
import { createHash } from 'node:crypto'
import type { RunReport } from '../../run-report.ts'
import { headlineOf } from '../summary.ts'
import { targetText } from '../words.ts'
import { areaTable } from './areas.ts'
import { caseList } from './cases.ts'
import { failures } from './failures.ts'
import { advice, header, notices } from './header.ts'
import { html, trusted } from './markup.ts'
import { script } from './script.ts'
import { soakSection } from './soak.ts'
import { statementMatrix } from './statements.ts'
import { style } from './style.ts'

/** HTML with its styles and its script inside; of scripts, the policy in its head allows this very one. */
export function htmlReport(report: RunReport): string {
  const { title, tone } = headlineOf(report)
  const policy = `default-src 'none'; style-src '${digest(style)}'; script-src '${digest(script)}'; base-uri 'none'; form-action 'none'`
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="ensayo ${report.tool.version}">
<title>${title}: ${targetText(report)}</title>
<style>${trusted(style)}</style>
</head>
<body class="tone-${tone}">
<a class="skip" href="#cases">Skip to the cases</a>
${header(report)}
<main>
${failures(report)}
${notices(report)}
${soakSection(report)}
${statementMatrix(report)}
${advice(report)}
${areaTable(report)}
${caseList(report)}
</main>
<footer>Made by ensayo ${report.tool.version}. Keys and tokens are not in this file.</footer>
<script>${trusted(script)}</script>
</body>
</html>
`
  return page.markup
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
