import { execFileSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
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

test('links stay, and the files behind them change', async () => {
  const place = join(folder, 'links')
  await mkdir(join(place, 'behind'), { recursive: true })
  await writeFile(join(place, 'behind', 'old.json'), 'old')
  await symlink('behind/old.json', join(place, 'run.json'))
  await symlink('behind/new.xml', join(place, 'run.xml'))
  await writeReports({ report, formats: { json: join(place, 'run.json'), junit: join(place, 'run.xml') } })
  expect(await readlink(join(place, 'run.json'))).toBe('behind/old.json')
  expect(await readlink(join(place, 'run.xml'))).toBe('behind/new.xml')
  expect(await readFile(join(place, 'behind', 'old.json'), 'utf8')).toBe(reportText(report, 'json'))
  expect(await readFile(join(place, 'behind', 'new.xml'), 'utf8')).toBe(reportText(report, 'junit'))
  expect(await readdir(join(place, 'behind'))).toHaveLength(2)
})

test('a pipe is written to, and stays a pipe', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const read = readFile(pipe, 'utf8')
  await writeReports({ report, formats: { html: pipe } })
  expect((await lstat(pipe)).isFIFO()).toBe(true)
  expect(await read).toBe(reportText(report, 'html'))
})

test('where a file system takes no folders that is told at once', async () => {
  await expect(writeReports({ report, formats: { html: '/proc/x/y/run.html' } })).rejects.toThrow('there is no such folder')
})

test('the summary of a step is added to what the step has already written', async () => {
  const path = join(folder, 'summary.md')
  await writeFile(path, '# Before\n')
  await appendStepSummary({ report, path })
  expect(await readFile(path, 'utf8')).toBe(`# Before\n${reportText(report, 'markdown')}`)
  await expect(appendStepSummary({ report, path: join(folder, 'none', 'summary.md') })).rejects.toThrow('there is no such folder')
})
