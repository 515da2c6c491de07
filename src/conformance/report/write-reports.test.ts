import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { appendStepSummary, reportFormats, ReportNotWritten, reportText, writeReports } from './index.ts'
import { toyRun } from './testing/toy-run.ts'

const folder = await mkdtemp(join(tmpdir(), 'ensayo-reports-'))
afterAll(() => rm(folder, { recursive: true }))
const { report } = await toyRun({ only: ['PING-PASS'] })

test('each format goes to its file, whose folder is made, and nothing else is left', async () => {
  const formats = Object.fromEntries(reportFormats.map((format) => [format, join(folder, 'a', 'b', `report.${format}`)]))
  const paths = await writeReports({ report, formats })
  expect(paths).toEqual(reportFormats.map((format) => join(folder, 'a', 'b', `report.${format}`)))
  for (const format of reportFormats) {
    expect(await readFile(join(folder, 'a', 'b', `report.${format}`), 'utf8')).toBe(reportText(report, format))
  }
  expect(await readdir(join(folder, 'a', 'b'))).toHaveLength(reportFormats.length)
})

test('what cannot be written is told with its path and the reason; the others are written', async () => {
  await writeFile(join(folder, 'file'), '')
  const formats = { junit: join(folder, 'file', 'junit.xml'), json: join(folder, 'run.json') }
  await expect(writeReports({ report, formats })).rejects.toThrow(
    new ReportNotWritten(`${join(folder, 'file', 'junit.xml')} cannot be written: a part of its path is a file; give another path`),
  )
  expect(await readFile(join(folder, 'run.json'), 'utf8')).toContain('"ensayo-run"')
  await expect(writeReports({ report, formats: { html: folder } })).rejects.toThrow('cannot be written: it is a folder; give another path')
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'file', 'run.json'])
})

test('the summary of a step is added to what the step has already written', async () => {
  const path = join(folder, 'summary.md')
  await writeFile(path, '# Before\n')
  await appendStepSummary({ report, path })
  expect(await readFile(path, 'utf8')).toBe(`# Before\n${reportText(report, 'markdown')}`)
  await expect(appendStepSummary({ report, path: join(folder, 'none', 'summary.md') })).rejects.toThrow('there is no such folder')
})
