import { expect, type Page } from '@playwright/test'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const SUBJECTS = '/sujets-bac/sm'

/** Returns the stored copy of a page's HTML; null without one. */
async function copyOf(page: Page, path: string): Promise<string | null> {
  return page.evaluate(async (address) => (await (await caches.match(address))?.text()) ?? null, path)
}

/** Opens a page and waits until the browser keeps it; the worker stores nothing more then. */
async function visits(person: Person, path: string): Promise<void> {
  await person.opens(path)
  await expect.poll(() => isStored(person, path)).toBe(true)
  await person.hasLoaded()
}

async function isStored({ page }: Person, path: string): Promise<boolean> {
  return (await copyOf(page, path)) !== null
}

/** Opens a page. @returns the title in the HTML that it received */
async function opens({ page }: Person, path: string): Promise<string> {
  return titleIn(await (await page.goto(path))?.text())
}

function titleIn(html = ''): string {
  return /<title>[^<]*/.exec(html)?.[0] ?? ''
}

/** Replaces a text in the stored copy of a page, as if the copy were older. */
async function ages(page: Page, path: string, today: RegExp, before: string, as = path): Promise<void> {
  const [name = ''] = (await page.evaluate(() => caches.keys())).filter((each) => each.startsWith('pages-'))
  await page.evaluate(
    async ([cacheName, from, source, to, text]) => {
      const cache = await caches.open(cacheName)
      const copy = await cache.match(from)
      const html = await copy?.text()
      if (!html?.match(new RegExp(source))) throw new Error(`The copy of ${from} lacks ${source}`)
      const headers = { 'content-type': 'text/html; charset=utf-8', etag: '"of-some-time-ago"' }
      await cache.put(to, new Response(html.replaceAll(new RegExp(source, 'g'), text), { headers }))
    },
    [name, path, today.source, as, before] as const,
  )
}

test.describe('a page that was visited before', () => {
  test.use({ serviceWorkers: 'allow' })

  test('comes from the cache at once, and is up to date at the next visit', async ({ person }) => {
    await visits(person, SUBJECTS)
    await ages(person.page, SUBJECTS, /<title>/, '<title>Avant : ')
    const aged = await opens(person, SUBJECTS)
    expect(aged).toContain('Avant : ')
    await expect
      .poll(async () => titleIn((await copyOf(person.page, SUBJECTS)) ?? ''))
      .not.toContain('Avant : ')
    const renewed = await opens(person, SUBJECTS)
    expect(renewed).not.toContain('Avant : ')
  })

  test('disappears when its paper is deleted', async ({ person }) => {
    const deleted = '/sujets-bac/sm/2027-normale'
    await visits(person, '/sujets-bac/sm/2023-normale')
    await ages(person.page, '/sujets-bac/sm/2023-normale', /2023/, '2027', deleted)
    person.announces(/status of 404/)
    const opened = await person.page.goto(deleted)
    expect(opened?.status()).toBe(200)
    await person.sees('Sujet introuvable')
    await expect.poll(() => isStored(person, deleted)).toBe(false)
    const again = await person.page.goto(deleted)
    expect(again?.status()).toBe(404)
  })
})
