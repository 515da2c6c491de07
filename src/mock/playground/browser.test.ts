import chromium from '@sparticuz/chromium'
import { chromium as browsers } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../index.ts'
import type { Mock } from '../index.ts'

let mock: Mock
let browser: Browser
beforeAll(async () => {
  mock = await startMock()
  // Not the package's own arguments, which end the browser with its first page and turn its web security off.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu']
  browser = await browsers.launch({ args, executablePath: await chromium.executablePath() })
})
afterAll(async () => {
  await browser.close()
  await mock.close()
})

/** Opens the playground, and collects what the page complains of and whom it calls. */
async function openPlayground(options: { colorScheme?: 'light' | 'dark' } = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 }, ...options })
  const complaints: string[] = []
  const called: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => called.push(request.url()))
  await page.goto(`${mock.url}/playground`)
  await page.locator('.opblock').first().waitFor()
  return { page, complaints, called }
}

const operation = (page: Page, path: string) =>
  page.locator('.opblock', { has: page.locator(`.opblock-summary-path[data-path="${path}"]`) })

async function sendWhoami(page: Page): Promise<string> {
  const whoami = operation(page, '/api/whoami')
  await whoami.getByRole('button', { name: 'Execute' }).click()
  const answer = whoami.locator('.live-responses-table .response')
  await answer.waitFor()
  return answer.innerText()
}

test('whoami is sent from the page with the demo key and shows its user (PLAY-1)', async () => {
  const { page, complaints, called } = await openPlayground()
  await operation(page, '/api/whoami').locator('.opblock-summary-control').click()
  const answer = await sendWhoami(page)
  expect(answer).toMatch(/^200/)
  expect(answer).toContain(`"login": "${mock.keys[0]?.login}"`)
  expect(complaints).toEqual([])
  expect(called.filter((url) => !url.startsWith(mock.url) && !url.startsWith('data:'))).toEqual([])
  await page.close()
})

test('another key, or none, is chosen in the bar', async () => {
  const { page } = await openPlayground()
  await operation(page, '/api/whoami').locator('.opblock-summary-control').click()
  const reader = mock.keys[1]
  await page.getByLabel('Send as').selectOption(reader?.login ?? '')
  expect(await page.locator('#key-description').innerText()).toBe(reader?.description)
  expect(await sendWhoami(page)).toContain(`"login": "${reader?.login}"`)

  await page.getByLabel('Send as').selectOption('nobody (no key)')
  await operation(page, '/api/whoami').getByRole('button', { name: 'Clear' }).click()
  expect(await sendWhoami(page)).toMatch(/^401/)
  await page.close()
})

test('a report is sent from its example, and its rows are shown', async () => {
  const { page, complaints } = await openPlayground()
  const reports = operation(page, '/api/reports')
  await reports.locator('.opblock-summary-control').click()
  await reports.getByRole('button', { name: 'Execute' }).click()
  const answer = reports.locator('.live-responses-table .response')
  await answer.waitFor()
  expect(await answer.innerText()).toMatch(/^200[^]*"rows": \[/)
  expect(complaints).toEqual([])
  await page.close()
})

test('every operation and the notification are there, each with what it rests on', async () => {
  const { page, complaints } = await openPlayground()
  expect(await page.locator('.opblock').count()).toBe(8)
  const reports = operation(page, '/api/reports')
  await reports.locator('.opblock-summary-control').click()
  await reports.locator('.basis-stated', { hasText: 'stated REP-1' }).first().waitFor()
  await reports.locator('.basis-assumed', { hasText: 'assumed GAP-REPORT-RESULT' }).first().waitFor()
  expect(await reports.getByText('Assumed: GAP-').count()).toBe(0)
  await operation(page, 'recordChanged').locator('.opblock-summary-control').click()
  await page.locator('.basis-assumed', { hasText: 'assumed GAP-HOOK-BODY' }).first().waitFor()
  expect(complaints).toEqual([])
  await page.close()
})

test('the control API is a link away, and steers the mock from the page', async () => {
  const { page, complaints, called } = await openPlayground()
  await page.getByRole('link', { name: 'Steering this mock' }).click()
  await operation(page, '/sandboxes/{sandbox}/webhooks').first().waitFor()
  expect(await page.getByLabel('Send as').isVisible()).toBe(false)
  const list = operation(page, '/sandboxes/{sandbox}/webhooks').first()
  await list.locator('.opblock-summary-control').click()
  await list.getByPlaceholder('sandbox').fill('default')
  await list.getByRole('button', { name: 'Execute' }).click()
  const answer = list.locator('.live-responses-table .response')
  await answer.waitFor()
  expect(await answer.innerText()).toMatch(/^200[^]*"id": "crm-customers"/)
  await page.getByRole('link', { name: 'Interface' }).click()
  await operation(page, '/api/whoami').waitFor()
  expect(complaints).toEqual([])
  expect(called.filter((url) => !url.startsWith(mock.url) && !url.startsWith('data:'))).toEqual([])
  await page.close()
})

test('it is dark where the reader prefers dark', async () => {
  const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await openPlayground({ colorScheme: 'light' })
  const dark = await openPlayground({ colorScheme: 'dark' })
  expect(await background(light.page)).toBe('rgb(255, 255, 255)')
  expect(await background(dark.page)).not.toBe('rgb(255, 255, 255)')
  await light.page.close()
  await dark.page.close()
})
