import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { desktop, phone } from './support/devices.ts'
import { whileHolding } from './support/pending-requests.ts'
import { test } from './support/story.ts'

/** One page of each kind. */
const PAGES = [
  '/',
  '/science-math',
  '/science-math/ondes/1',
  '/sujets-bac',
  '/sujets-bac/sm',
  '/sujets-bac/sm/2023-normale',
  '/videos-gratuites',
  '/premium',
  '/contact',
  '/a-propos',
  '/login',
  '/signup',
  '/nulle-part',
]

/** Opens a page, takes a picture while its style sheet has not arrived, and waits for the sheet. */
async function opensBeforeSheet(page: Page, path: string, look: () => Promise<void>): Promise<void> {
  await whileHolding(
    page,
    (request) => request.resourceType() === 'stylesheet',
    async () => void (await page.goto(path, { waitUntil: 'commit' })),
    async () => {
      await expect(page.locator('link[rel="stylesheet"]').last()).toBeAttached()
      await look()
    },
  )
  await page.waitForLoadState('load')
}

/** Writes a picture into the test's folder, for comparison. */
async function keepPictures(path: string, pictures: Record<string, Buffer | undefined>): Promise<void> {
  for (const [name, picture = ''] of Object.entries(pictures))
    await writeFile(test.info().outputPath(`${path.replaceAll('/', '-')}-${name}.png`), picture)
}

/** Makes the browser draw pictures and the parts that are far below now, which it would otherwise do at any time. */
const drawEverything = (page: Page) =>
  page.evaluate(async () => {
    for (const { style } of document.querySelectorAll<HTMLElement>('main *'))
      style.contentVisibility = 'visible'
    await Promise.all([...document.images].map((image) => image.decode()))
  })

const sheets = (page: Page) => page.evaluate(() => document.styleSheets.length)

/** Each layout and each theme occurs once. */
const LOOKS = [
  { ...phone, colorScheme: 'dark' },
  { ...desktop, colorScheme: 'light' },
] as const

for (const { device, options, colorScheme } of LOOKS)
  test.describe(`${device}, ${colorScheme}`, () => {
    // Scripts are off, since they would change the page between the two pictures.
    test.use({ ...options, colorScheme, javaScriptEnabled: false })

    test('pages look the same before and after their style sheet arrives', async ({ page }) => {
      const different: string[] = []
      for (const path of PAGES) {
        let first: Buffer | undefined
        await opensBeforeSheet(page, path, async () => {
          await expect.poll(() => sheets(page), path).toBe(1)
          await drawEverything(page)
          first = await page.screenshot({ fullPage: true })
        })
        await expect.poll(() => sheets(page), path).toBe(2)
        const last = await page.screenshot({ fullPage: true })
        if (first?.equals(last)) continue
        different.push(path)
        await keepPictures(path, { first, last })
      }
      expect(different).toEqual([])
    })
  })
