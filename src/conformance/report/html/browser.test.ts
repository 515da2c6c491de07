import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as browsers } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunReport } from '../../run-report.ts'
import { toyRun } from '../testing/toy-run.ts'
import { writeReports } from '../index.ts'

let browser: Browser
let folder: string
let report: RunReport
const file = (name: string) => join(folder, `${name}.html`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ensayo-page-'))
  const baseline = [{ case: 'PING-ALSO-FAIL', owner: 'web', reason: 'later', expires: '2027-01-01', place: 'b:1:1' }]
  report = (await toyRun({ baseline, notices: ['Something to do.'] })).report
  await writeReports({ report, formats: { html: file('red') } })
  await writeReports({ report: (await toyRun({ only: ['PING-PASS'] })).report, formats: { html: file('green') } })
  const cases = report.cases.map((one) => ({ ...one, basis: { kind: 'must' as const, source: 'RFC 9110, 15.5.2' }, reason: 'Anybody could send it.' }))
  const receiver: RunReport = { ...report, subject: 'receiver', target: { kind: 'receiver', url: 'http://shop.test/hook' }, statements: [], cases }
  await writeReports({ report: receiver, formats: { html: file('receiver') } })
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu']
  browser = await browsers.launch({ args, executablePath: await chromium.executablePath() })
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
})

/** Opens a report from the disk, and collects what the page complains of and whom it calls. */
async function open(name: string, options: { colorScheme?: 'light' | 'dark'; width?: number; hash?: string; javaScriptEnabled?: boolean } = {}) {
  const { width = 1200, hash = '', ...rest } = options
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...rest })
  const complaints: string[] = []
  const called: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => called.push(request.url()))
  const url = pathToFileURL(file(name)).href
  await page.goto(url + hash)
  return { page, complaints, called: () => called.filter((one) => one !== url + hash) }
}

const shownCases = (page: Page) => page.locator('details.case:visible').evaluateAll((cases) => cases.map(({ id }) => id.slice(2)))

test('the page says what came of it, complains of nothing, calls nobody, and runs nothing of the service', async () => {
  const { page, complaints, called } = await open('red')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Does not conform')
  expect(await page.locator('.sentence').innerText()).toBe('1 law of 3 judged is broken, and 1 known deviation.')
  expect(await page.locator('.notices').innerText()).toContain('Something to do.')
  expect(await page.locator('.broken li').allInnerTexts()).toEqual([expect.stringContaining('PING-FAIL'), expect.stringContaining('REP-ERROR')])
  expect(await page.locator('.advice li').allInnerTexts()).toContainEqual(expect.stringContaining('Add a sample.'))
  await page.getByRole('button', { name: 'Open all' }).click()
  const seen = page.locator('#c-PING-FAIL .said')
  expect(await seen.innerText()).toContain('</script><script>globalThis.pwned = true</script><img src=x')
  await page.locator('#c-PING-FAIL details.exchange summary').click()
  expect(await page.locator('#c-PING-FAIL .payload').innerText()).toContain('<img src=x onerror="globalThis.pwned = true">')
  expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(complaints).toEqual([])
  expect(called()).toEqual([])
  await page.close()
})

test('cases are filtered by verdict, area, basis and words', async () => {
  const { page } = await open('red')
  expect(await shownCases(page)).toEqual(report.cases.map(({ id }) => id))
  await page.locator('.chip[data-verdict=fail]').click()
  expect(await shownCases(page)).toEqual(['PING-FAIL', 'PING-ALSO-FAIL'])
  expect(await page.getByRole('status').innerText()).toBe('2 of 9 cases')
  await page.locator('.chip[data-verdict=inconclusive]').click()
  await page.locator('select[name=area]').selectOption({ label: 'Reports & <more>' })
  expect(await shownCases(page)).toEqual(['REP-OPEN', 'REP-LACKING'])
  await page.getByLabel('Search').fill('document  KNOWN')
  expect(await shownCases(page)).toEqual(['REP-LACKING'])
  await page.getByLabel('Search').fill('nothing like this')
  expect(await shownCases(page)).toEqual([])
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await shownCases(page)).toHaveLength(9)
  await page.locator('select[name=basis]').selectOption('assumed')
  expect(await shownCases(page)).toEqual(['REP-CONFIRMED', 'REP-REFUTED'])
  await page.close()
})

test('a statement leads to its case, though folded and filtered away', async () => {
  const { page } = await open('red')
  await page.getByLabel('Search').fill('REP-OPEN')
  await page.locator('.tile[href="#s-PING-1"]').click()
  await page.locator('#s-PING-1').waitFor()
  const link = page.locator('#s-PING-1').getByRole('link', { name: 'PING-PASS' })
  await link.click()
  // The page hears of a new place only after the click.
  await page.locator('#c-PING-PASS .said').waitFor()
  expect(await shownCases(page)).toHaveLength(9)
  await page.close()
  const direct = await open('red', { hash: '#c-REP-OPEN' })
  expect(await direct.page.locator('#c-REP-OPEN .said').isVisible()).toBe(true)
  await direct.page.close()
})

test('it works by keyboard, and its headings tell its order', async () => {
  const { page } = await open('red')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.className')).toBe('skip')
  await page.locator('#c-PING-PASS > summary').focus()
  await page.keyboard.press('Enter')
  expect(await page.locator('#c-PING-PASS .said').isVisible()).toBe(true)
  const levels = await page.locator('h1, h2, h3, h4, h5').evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
  levels.forEach((level, index) => expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1))
  await page.close()
})

test('without scripts everything can be read, and nothing is offered that does not work', async () => {
  const { page } = await open('red', { javaScriptEnabled: false })
  expect(await shownCases(page)).toHaveLength(9)
  expect(await page.locator('.filters').isVisible()).toBe(false)
  expect(await page.locator('#theme').isVisible()).toBe(false)
  await page.close()
})

test('a green run, and a receiver, look like themselves', async () => {
  const green = await open('green')
  expect(await green.page.getByRole('heading', { level: 1 }).innerText()).toBe('Conforms')
  expect(await green.page.locator('.broken').count()).toBe(0)
  await green.page.close()
  const receiver = await open('receiver')
  expect(await receiver.page.getByRole('heading', { level: 1 }).innerText()).toBe('Not sound yet')
  expect(await receiver.page.locator('#statements').count()).toBe(0)
  expect(await receiver.page.locator('.areas thead').innerText()).toContain('Musts held')
  expect(await receiver.page.locator('#c-PING-FAIL').innerText()).toContain('Anybody could send it.')
  expect(receiver.complaints).toEqual([])
  await receiver.page.close()
})

/** Runs in the page: every visible text whose contrast with what is behind it is below 4.5, or 3 when large. */
const lowContrasts = `(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data] }
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const colour = rgba(getComputedStyle(at).backgroundColor); if (colour[3] === 255) return colour } return rgba('white') }
  const found = new Set()
  let looked = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (walker.currentNode.data.trim() === '' || !element.checkVisibility() || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName)) continue
    const style = getComputedStyle(element)
    const [a, b] = [luminance(rgba(style.color)), luminance(behind(element))].sort((x, y) => y - x)
    const ratio = (a + 0.05) / (b + 0.05)
    looked += 1
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) found.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2) + ': ' + walker.currentNode.data.trim().slice(0, 30))
  }
  return { looked, found: [...found] }
})()`

test.each(['light', 'dark'] as const)('every text can be read in %s, also where the theme is switched', async (colorScheme) => {
  const { page } = await open('red', { colorScheme })
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const before = await background()
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  await page.locator('.chip').first().click()
  await page.locator('.chip').first().press('Enter')
  expect(await page.evaluate(lowContrasts)).toEqual({ looked: expect.any(Number), found: [] })
  await page.getByRole('button', { name: /^Switch to the/ }).click()
  expect(await background()).not.toBe(before)
  expect(await page.evaluate(lowContrasts)).toEqual({ looked: expect.any(Number), found: [] })
  await page.close()
})

test('nothing is wider than a narrow screen', async () => {
  for (const name of ['red', 'receiver']) {
    const { page } = await open(name, { width: 360 })
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.close()
  }
})
