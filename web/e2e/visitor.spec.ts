import { expect } from '@playwright/test'
import { tracks } from '#shared/catalogue/tracks.ts'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const MENU = ['Accueil', ...tracks.map(({ label }) => label), 'Sujets Bac', 'Vidéos gratuites', 'Contact']

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
