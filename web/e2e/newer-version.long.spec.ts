import { expect, type Page } from '@playwright/test'
import { checkAppearance } from './support/appearance.ts'
import { chunk, opensSettled, REMOVED, showsPage } from './support/lost-network.ts'
import { type Person } from './support/person.ts'
import { test } from './support/story.ts'

const MISSING = /^Chargement impossible/
const OUTDATED = 'Une nouvelle version du site sera chargée'
/** The address of the first script, by which a page knows its version. */
const FIRST_SCRIPT = /\/assets\/index-[\w-]+\.js/

/**
 * Counts what a person's browser does after a newer version is published. The edge still answers with pages of the
 * older one, as it may for a minute.
 */
class NewerVersion {
  /** Number of times that the browser has loaded a page. */
  loads = 0
  /** Number of times that a page has asked which version is published. */
  checks = 0

  static async isPublished({ context, page }: Person): Promise<NewerVersion> {
    const version = new NewerVersion()
    page.on('request', (request) => {
      if (request.isNavigationRequest()) version.loads++
    })
    await context.route('**/shell.html', async (route) => {
      // The service worker fetches its own copy.
      if (route.request().serviceWorker()) return route.fallback()
      const answer = await route.fetch()
      const html = await answer.text()
      await route.fulfill({ response: answer, body: html.replace(FIRST_SCRIPT, '/assets/index-newer.js') })
      version.checks++
    })
    return version
  }
}

/** Leaves a mark on the page, which a reload removes. */
const marks = ({ page }: Person) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = ({ page }: Person) => expect.poll(() => page.evaluate(() => 'isMarked' in window)).toBe(true)

async function closesPaper({ dialog }: Person): Promise<void> {
  // A message over the paper has a button of the same name.
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).first().click()
  await expect(dialog).toBeHidden()
}

const footer = ({ page }: Person, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true })

test.describe('with a service worker', { tag: '@resilience' }, () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page whose chunk went with the older version reloads once, by itself', async ({ person }) => {
    await opensSettled(person, '/contact', true)
    await person.isVisitor()
    const newer = await NewerVersion.isPublished(person)
    await person.context.route(chunk('activate-page'), (route) =>
      newer.loads > 0 ? route.fallback() : route.fulfill(REMOVED['not found']),
    )
    await footer(person, 'Activer une carte').click()
    await showsPage(person, 'Activer une carte')
    await expect(person.page).toHaveURL('/activer')
    await expect.poll(() => newer.loads).toBe(1)
  })

  test('a page that is still missing after a reload says so instead of reloading again', async ({
    person,
  }) => {
    await opensSettled(person, '/contact', true)
    await person.isVisitor()
    await person.context.route(chunk('activate-page'), (route) => route.fulfill(REMOVED['a page']))
    const newer = await NewerVersion.isPublished(person)
    await footer(person, 'Activer une carte').click()
    // The second check follows the reload.
    await expect.poll(() => newer.checks).toBe(2)
    await showsPage(person, 'Page indisponible')
    await expect(person.alert).toContainText(MISSING)
    await marks(person)
    await footer(person, 'Contact').click()
    await showsPage(person, 'Contact')
    await footer(person, 'Activer une carte').click()
    await expect.poll(() => newer.checks).toBe(3)
    await expect(person.alert).toContainText(MISSING)
    await isMarked(person)
    await expect.poll(() => newer.loads).toBe(1)
  })
})

test('a student keeps an open paper whose pages are lost, and gets the newer version at the next navigation', {
  tag: '@resilience',
}, async ({ person, premiumStudent }) => {
  await person.hasSignedInBefore(premiumStudent)
  await person.context.route(chunk('pages-reader'), (route) => route.fulfill(REMOVED['not found']))
  await opensSettled(person, '/sujets-bac/sm')
  await marks(person)
  const newer = await NewerVersion.isPublished(person)
  await person.lightPaper.click()
  await expect(person.dialog.getByRole('alert').filter({ hasText: OUTDATED })).toBeVisible()
  const lost = person.dialog.getByRole('alert').filter({ hasText: MISSING })
  await expect(lost).toBeVisible()
  await checkAppearance(person.page, 'document-perdu')
  await person.context.unroute(chunk('pages-reader'))
  await lost.getByRole('button', { name: 'Réessayer' }).click()
  await person.seesPage()
  await isMarked(person)
  await expect.poll(() => newer.loads).toBe(0)
  await closesPaper(person)
  await isMarked(person)
  await footer(person, 'Contact').click()
  await expect.poll(() => newer.loads).toBe(1)
  await showsPage(person, 'Contact')
  await expect(person.page).toHaveURL('/contact')
})

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
