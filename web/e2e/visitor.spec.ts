import { expect } from '@playwright/test'
import { tracks } from '#shared/catalogue/tracks.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { freshEmail, password } from './support/account.ts'
import { checkAppearance } from './support/appearance.ts'
import { heightOf, phone } from './support/devices.ts'
import { chunk } from './support/lost-network.ts'
import { endsExamination } from './support/practice.ts'
import { test } from './support/story.ts'

test.describe('on a phone', () => {
  const MENU = ['Accueil', ...tracks.map(({ label }) => label), 'Sujets Bac', 'Vidéos gratuites', 'Contact']

  /** A paper whose statement is free. */
  const FREE_PAPER = '/sujets-bac/pc/2023-normale'

  test.use(phone.options)

  test('the menu of a phone opens every page, which begins at its top with the focus on its title', async ({
    person,
  }) => {
    await person.opens('/')
    await person.hasLoaded()
    const links = person.page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
    await expect(links).toHaveCount(0)
    await person.button('Ouvrir le menu').click()
    await expect(links).toHaveText(MENU)
    for (const link of await links.all()) await expect.poll(() => heightOf(link)).toBeGreaterThanOrEqual(44)
    await links.filter({ hasText: 'Contact' }).click()
    await expect(person.page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
    await expect.poll(() => person.page.evaluate(() => window.scrollY)).toBe(0)
    await expect(links).toHaveCount(0)
  })

  test('an unknown address answers 404 with a page that leads home', async ({ person }) => {
    for (const path of ['/svt/electrolyse/1', '/svt/ondes/9', '/sujets-bac/tc']) {
      const answer = await person.calls(path)
      expect(answer.status(), path).toBe(404)
    }
    await person.expecting(/status of 404/, () => person.opens('/nulle-part'))
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
    await person.link("Retour à l'accueil").click()
    await expect(person.page).toHaveURL('/')
  })

  test('a visitor who wants the correction of a free paper sits it first, and then reads it without Premium', async ({
    person,
  }) => {
    const { main, dialog } = person
    await test.step('the correction says how it opens', async () => {
      await person.opens(FREE_PAPER)
      await main.getByRole('button', { name: 'Voir le sujet', exact: true }).click()
      await person.seesPage()
      await dialog.getByRole('button', { name: 'Corrigé', exact: true }).click()
      await person.sees(/^Passez l'examen blanc\s: le corrigé s'ouvre gratuitement/, { within: dialog })
      await dialog.getByRole('link', { name: "Passer l'examen blanc" }).click()
    })

    await test.step('an account is made, which leads back to the examination', async () => {
      await person.sees(/^À la fin, le corrigé s'ouvre, même sans Premium/)
      await main.getByRole('link', { name: 'Créer un compte gratuit' }).click()
      await person.createsAccount(freshEmail(), password)
      await person.choosesTrackLater()
      await person.button("Commencer l'épreuve").click()
      await person.seesPage()
      await endsExamination(person)
    })

    await test.step('the correction opens after it, from the page of the paper and beside its statement', async () => {
      await person.reads(person.button('Voir le corrigé'))
      await person.opens(FREE_PAPER)
      await person.reads(person.button('Voir le corrigé'))
      await main.getByRole('button', { name: 'Voir le sujet', exact: true }).click()
      await person.seesPage()
      await dialog.getByRole('button', { name: 'Corrigé', exact: true }).click()
      await expect(dialog.getByRole('heading', { name: / - Corrigé$/ })).toBeVisible()
      await expect(dialog.getByText(/gratuitement|réservé aux comptes Premium/)).toBeHidden()
      await person.seesPage()
    })
  })
})

const PAPER = '/sujets-bac/sm/2023-normale'
const TITLE = /2023 - Session Normale/

/** Chunks of the page of a paper, by what its first part is for. */
const CHUNKS = isLongRun
  ? ['index', 'vendor', 'common', 'queries', 'papers', 'paper-page']
  : ['index', 'paper-page']

for (const name of CHUNKS)
  for (const [fault, body] of [
    ['is blocked', null],
    ['fails', "throw new Error('broken')"],
  ] as const)
    test(`a paper stays as it was published when its script ${name} ${fault}`, async ({ person }) => {
      // The browser, React and the page itself say so in the console.
      person.announces(/./)
      await person.context.route(chunk(name), (route) =>
        body === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
      )
      await person.opens(PAPER)
      const title = person.page.getByRole('heading', { level: 1, name: TITLE })
      await expect(title).toBeVisible()
      await expect(person.alert.filter({ hasText: /impossible|erreur/ })).toBeVisible()
      await expect(title).toBeVisible()
      await checkAppearance(person.page, `script-${name}-${body === null ? 'blocked' : 'fails'}`)
      await person.page.getByRole('link', { name: 'Sujets BAC' }).first().click()
      await expect(person.page).toHaveURL('/sujets-bac')
    })

test('a browser that is too old shows the published pages, says so, fetches no script and sends no password', async ({
  person,
}) => {
  const scripts: string[] = []
  person.page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await person.page.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'))
  await person.opens(PAPER)
  await expect(person.page.getByText(/^Votre navigateur est trop ancien/)).toBeVisible()
  await expect(person.page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await checkAppearance(person.page, 'old-browser')
  await person.page.getByRole('link', { name: 'Sujets BAC' }).first().click()
  await expect(person.page).toHaveURL('/sujets-bac')
  await expect(person.page.getByText(/^Votre navigateur est trop ancien/)).toBeVisible()
  await person.opens('/compte')
  await person.page.getByRole('link', { name: "Retour à l'accueil" }).click()
  await expect(person.page).toHaveURL('/')

  await person.opens('/login')
  // Such browsers do not know the form's own method.
  await person.main.locator('form').evaluate((form) => form.setAttribute('method', 'get'))
  await person.fillsIn('eleve@exemple.ma', 'physique-2026')
  await person.main.getByRole('button', { name: 'Se connecter' }).click()
  await expect(person.page).toHaveURL('/login')
  expect(scripts).toEqual([])
})
