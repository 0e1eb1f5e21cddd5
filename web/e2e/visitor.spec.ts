import { expect } from '@playwright/test'
import { tracks } from '#shared/catalogue/tracks.ts'
import { freshEmail } from './support/account.ts'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { password } from './support/signing-in.ts'
import { test } from './support/story.ts'

const MENU = ['Accueil', ...tracks.map(({ label }) => label), 'Sujets Bac', 'Vidéos gratuites', 'Contact']

/** A paper whose statement is free. */
const FREE_PAPER = '/sujets-bac/pc/2023-normale'

const [phone] = DEVICES
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
  const { main, dialog, page } = person
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
    await person.fillsIn(freshEmail(), password)
    await main.getByRole('button', { name: 'Créer compte' }).click()
    await person.choosesTrackLater()
    await person.button("Commencer l'épreuve").click()
    await person.seesPage()
    await dialog.getByRole('button', { name: 'Terminer' }).click()
    const ending = page.getByRole('dialog', { name: "Terminer l'épreuve ?" })
    await ending.getByRole('button', { name: 'Terminer' }).click()
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
