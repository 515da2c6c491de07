/** A run on its way: one line that changes where somebody watches, quiet lines elsewhere. */
import type { RunEvent } from '../../run-report.ts'
import { shortened, visibleLine } from '../visible-text.ts'
import { counted, durationText, said, verdictWords } from '../words.ts'
import { paintFor, verdictColours } from './layout.ts'

export interface ProgressOptions {
  stream: NodeJS.WriteStream
  /** Not a case is told of unless it deviates. */
  quiet?: boolean
}

/** Takes the events as they happen. A terminal's line is gone when the run ends. */
export function createProgress({ stream, quiet = false }: ProgressOptions): (event: RunEvent) => void {
  const paint = paintFor(stream)
  const watched = stream.isTTY === true
  const running = new Set<string>()
  let all = 0
  let ended = 0
  let deviating = 0
  let isShown = false

  const clear = (): void => {
    if (isShown) stream.write('\r\u001b[2K')
    isShown = false
  }
  const line = (text: string): void => {
    clear()
    stream.write(`${text}\n`)
  }
  const show = (): void => {
    if (!watched) return
    const found = deviating === 0 ? '' : `, ${deviating} deviating`
    const now = [...running].slice(0, 3).join(' ')
    // A line that wraps cannot be taken back; some terminals do not know their width and say 0.
    const text = shortened(`${ended} of ${all}${found}  ${now}`, (stream.columns || 80) - 1)
    clear()
    stream.write(deviating === 0 ? text : paint('red', text))
    isShown = true
  }

  return (event) => {
    switch (event.type) {
      case 'runStarted':
        all = event.cases.length
        if (!watched && !quiet) line(`${counted(all, 'case')} against ${visibleLine(event.target.url)}, run ${event.run}`)
        return show()
      case 'caseStarted':
        running.add(event.id)
        return show()
      case 'caseEnded': {
        const { id, result, durationMs } = event.case
        running.delete(id)
        ended += 1
        const { word, sign } = verdictWords[result.verdict]
        const deviates = result.verdict === 'fail' || result.verdict === 'suite-error'
        if (deviates) deviating += 1
        const told = deviates || (!watched && !quiet && result.verdict !== 'not-run')
        if (told) {
          const why = result.verdict === 'pass' || result.verdict === 'confirmed' ? '' : `: ${shortened(visibleLine(said(result)), 200)}`
          line(`${paint(verdictColours[result.verdict], `${sign} ${word}`)} ${id}${why} ${paint('gray', durationText(durationMs))}`)
        }
        return show()
      }
      case 'notice':
        line(paint('yellow', `! ${visibleLine(event.message)}`))
        return show()
      case 'runEnded':
        return clear()
    }
  }
}
