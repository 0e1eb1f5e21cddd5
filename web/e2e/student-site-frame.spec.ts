import { expect } from '@playwright/test'
import { tracks } from '#shared/catalogue/tracks.ts'
import { heightOf, topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const MENU = ['Accueil', ...tracks.map(({ label }) => label), 'Sujets Bac', 'Vidéos gratuites', 'Contact']
const SITE = {
  email: 'contact@cap-physique-chimie.example',
  phone: '+212 600 00 00 00',
  social: 'https://reseau-social.example/cap-physique-chimie',
  rights: '© Cap Physique-Chimie. Tous droits réservés.',
}

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    test.use(options)

    test('the header stays in view, gets a background, and its menu opens every page', async ({ person }) => {
      await person.opens('/')
      await person.hasLoaded()
      const header = person.page.getByRole('banner')
      const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
      const clear = await background()
      await person.page.evaluate(() => window.scrollTo(0, 10))
      await expect.poll(background).toBe(clear)
      await person.page.evaluate(() => window.scrollTo(0, 600))
      await expect.poll(background).not.toBe(clear)
      await expect.poll(() => topOf(header)).toBe(0)

      const links = header.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
      if (isPhone) await expect(links).toHaveCount(0)
      if (isPhone) await person.button('Ouvrir le menu').click()
      await expect(links).toHaveText(MENU)
      for (const link of await links.all())
        await expect.poll(() => heightOf(link)).toBeGreaterThanOrEqual(isPhone ? 44 : 24)
      await header.getByRole('link', { name: 'Contact' }).click()
      await expect(person.page).toHaveURL('/contact')
      await expect(person.page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
      await expect.poll(() => person.page.evaluate(() => window.scrollY)).toBe(0)
      await expect(person.button('Fermer le menu')).toBeHidden()
      if (isPhone) await expect(links).toHaveCount(0)
      else await expect(header.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
    })
  })
}

test.describe('on a small phone', () => {
  test.use({ ...DEVICES[0].options, viewport: { width: 360, height: 640 }, as: 'demande@demo.bac' })

  test("a student's menu shows their own pages without scrolling", async ({ person }) => {
    await person.opens('/')
    await person.hasLoaded()
    await person.button('Ouvrir le menu').click()
    const links = person.page.getByRole('list', { name: 'Mon espace' }).getByRole('link')
    await expect(links).toHaveText(['Mes révisions', 'Hors ligne', 'Mon compte', 'Passer en Premium'])
    for (const link of await links.all()) {
      await expect(link).toBeInViewport({ ratio: 1 })
      await expect.poll(() => heightOf(link)).toBeGreaterThanOrEqual(44)
    }
    await person.sees('Demande en attente')
    await links.first().click()
    await expect(person.heading('Mes révisions')).toBeFocused()
    await expect(links).toHaveCount(0)
  })
})

test('the footer links to the pages and shows the contact', async ({ person }) => {
  await person.opens('/a-propos')
  await person.isVisitor()
  const footer = person.page.getByRole('contentinfo')
  await expect(footer.getByRole('navigation', { name: 'Liens rapides' }).getByRole('link')).toHaveText([
    'Accueil',
    ...tracks.map(({ label }) => label),
    'Sujets Bac',
    'Vidéos gratuites',
    'Accès Premium',
    'Activer une carte',
    'À propos',
  ])
  await expect(footer.getByRole('link', { name: SITE.email })).toHaveAttribute('href', `mailto:${SITE.email}`)
  await expect(footer.getByRole('link', { name: SITE.phone })).toHaveAttribute('href', 'tel:+212600000000')
  await expect(footer.getByRole('link', { name: 'Notre page sociale' })).toHaveAttribute('href', SITE.social)
  await expect(footer.getByText(SITE.rights)).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Confidentialité' })).toHaveAttribute(
    'href',
    '/confidentialite',
  )
  await footer.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(person.page).toHaveURL('/contact')
  await expect.poll(() => person.page.evaluate(() => window.scrollY)).toBe(0)
})
