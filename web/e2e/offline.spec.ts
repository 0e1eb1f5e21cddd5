import { expect } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { NOT_LOADED } from './support/lost-chunks.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const CHAPTER = '/svt/electricite/1'
const PREMIUM = 'premium@demo.bac'
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const NO_VIDEOS = 'Les vidéos ne peuvent pas être chargées sans réseau.'
const GATED = /\/(api\/(session|files|progress|account|admin)|files\/|config\.json)/

test.use({ serviceWorkers: 'allow' })

/** Returns paths and queries of everything that the browser keeps for the site, in all caches. */
async function kept(person: Person): Promise<string[]> {
  const addresses = await person.page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  return addresses.map((address) => {
    const { pathname, search } = new URL(address)
    return pathname + search
  })
}

/** Opens a page and waits until the browser keeps it. */
async function visits(person: Person, path: string, ...lists: string[]): Promise<void> {
  await person.opens(path)
  await expect.poll(() => kept(person)).toEqual(expect.arrayContaining([path, ...lists]))
}

/** Opens a page and waits until the browser also keeps what it fetches ahead, the file of the search as the last. */
const visitsAtLeisure = (person: Person, path: string) => visits(person, path, SEARCH_FILE)

test('visited pages open without a network, with their lists, and so do the other pages', {
  tag: '@resilience',
}, async ({ person }) => {
  await visitsAtLeisure(person, '/')
  await visits(person, CHAPTER, `/api/chapters${CHAPTER}`)
  const title = person.main.getByRole('heading', { level: 2, name: /^Sujet 1 - / })
  await expect(title).toBeVisible()
  const shown = (await title.textContent()) ?? ''
  await person.losesNetwork()

  await person.page.reload()
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Dipôle RC')
  await expect(title).toHaveText(shown)
  await person.staysWithoutNetwork()
  await person.sees(OFFLINE)
  await expect(title).toHaveText(shown)
  await person.opens('/')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(
    'Réussissez votre bac en physique-chimie',
  )
  // The shell draws this page, which was never visited.
  await person.opens('/a-propos')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('À propos')
  await expect(person.heading('Notre approche')).toBeVisible()
  await person.page.getByRole('contentinfo').getByRole('link', { name: 'SVT' }).click()
  await person.sees('Partie Chimie')
  // A visitor's browser does not keep the code of this page.
  person.announces(NOT_LOADED)
  await person.opens('/compte')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page indisponible')
  await person.opens('/nulle-part')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
})

test('the search finds papers and exercises without a network, also where it was never opened', {
  tag: '@resilience',
}, async ({ person }) => {
  await visitsAtLeisure(person, '/')
  await person.losesNetwork()
  await person.page.keyboard.press('/')
  await person.dialog.getByRole('combobox').fill('bac pc 2019 rattrapage')
  await expect(person.dialog.getByRole('option')).toContainText('Bac PC 2019 - Session Rattrapage')
  await person.dialog.getByRole('combobox').fill('inaigr 2023')
  await expect(person.dialog.getByRole('option')).toContainText('Bac SM 2023 - Session Normale, exercice 1')
})

test('a list that was never fetched says so offline and loads when the network returns', {
  tag: '@resilience',
}, async ({ person }) => {
  await visitsAtLeisure(person, '/')
  await person.losesNetwork()
  await person.page.getByRole('contentinfo').getByRole('link', { name: 'Vidéos gratuites' }).click()
  await expect(person.alert).toContainText(NO_VIDEOS)
  await expect(person.page.getByText(OFFLINE)).toHaveCount(1)
  const retry = person.alert.getByRole('button', { name: 'Réessayer' })
  const reloaded = person.page.waitForEvent('load')
  await retry.click()
  await reloaded
  // Whether the emulation continues after the page differs between Chromium's versions.
  await expect(person.alert).toContainText(/Erreur lors du chargement des ressources|sans réseau/)
  await person.context.setOffline(false)
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(person.main.getByText(/^\d+ vidéos gratuites disponibles$/)).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await visits(person, '/sujets-bac/sm', '/api/subjects?track=SM')
  await person.losesNetwork()
  await person.page.reload()
  await expect(person.rows).toHaveCount(18)
})

test('the service worker stores neither personal answers nor documents', { tag: '@resilience' }, async ({
  person,
  knows,
}) => {
  await person.hasSignedInBefore(await knows(PREMIUM))
  await visits(person, '/')
  await visits(person, CHAPTER, `/api/chapters${CHAPTER}`)
  const progress = person.main.getByText(/^\d+ \/ \d+ faits?/)
  await expect(progress).toBeVisible()
  const document = person.page.waitForResponse((response) => /\/files\//.test(response.url()))
  await person.button('Énoncé (PDF)').first().click()
  await document
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await person.page.keyboard.press('Escape')

  await person.hasLoaded()
  await expect.poll(async () => (await kept(person)).length).toBeGreaterThan(5)
  await expect.poll(async () => (await kept(person)).filter((address) => GATED.test(address))).toEqual([])
  const pages = () =>
    person.page.evaluate(async () => {
      const names = await caches.keys()
      const texts = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name)
          const answers = await cache.matchAll()
          return Promise.all(answers.map((answer) => answer.text()))
        }),
      )
      return texts.flat().join('\n')
    })
  await expect.poll(pages).not.toContain(PREMIUM)

  await person.losesNetwork()
  await person.page.reload()
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Dipôle RC')
  await person.context.setOffline(false)
  await person.isSignedIn(PREMIUM)
})

test.describe('a student', () => {
  test.use({ as: PREMIUM })

  test('opens their revisions without a network where they were never visited', {
    tag: '@resilience',
  }, async ({ person }) => {
    await visits(person, '/')
    await expect.poll(() => kept(person)).toContainEqual(expect.stringMatching(/\/revisions-page-/))
    await person.losesNetwork()
    await person.opens('/mes-revisions')
    await person.isSignedIn(PREMIUM)
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Mes révisions')
    await expect(person.heading("À revoir aujourd'hui")).toBeVisible()
  })
})

test('the site can be installed', async ({ person }) => {
  await person.opens('/')
  const address = await person.page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await person.calls(address ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/manifest\+json|application\/json/)
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose?: string }[] }
  expect(manifest).toMatchObject({
    name: 'Cap Physique-Chimie',
    lang: 'fr',
    start_url: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of manifest.icons) {
    const icon = await person.calls(src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type']).toBe('image/png')
    const bytes = await icon.body()
    // Every PNG has its width and height at the same place.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})
