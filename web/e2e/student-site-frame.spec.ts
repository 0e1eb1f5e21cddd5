import { expect } from '@playwright/test'
import { tracks } from '#shared/catalogue/tracks.ts'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const MENU = ['Accueil', ...tracks.map(({ label }) => label), 'Sujets Bac', 'Vidéos gratuites', 'Contact']
const SITE = {
  email: 'contact@cap-physique-chimie.example',
  phone: '+212 600 00 00 00',
  social: 'https://reseau-social.example/cap-physique-chimie',
  rights: '© Cap Physique-Chimie. Tous droits réservés.',
}
const BENEFITS = [
  'Corrections détaillées étape par étape',
  'Vidéos explicatives',
  'Organisation par thèmes et notions clés',
  'Méthode de résolution des problèmes',
  'Contenu adapté à votre filière',
]

test.use({ serviceWorkers: 'block' })

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    test.use(options)

    test('the home page presents the site and links to its parts', async ({ person }) => {
      await person.opens('/')
      await person.isVisitor()
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(
        'Réussissez votre bac en physique-chimie',
      )
      await person.sees(/Les sujets de l'examen national, leurs corrections et des vidéos/)
      await expect(person.main.getByRole('link', { name: 'Voir les sujets du bac' })).toHaveAttribute(
        'href',
        '/sujets-bac',
      )
      await expect(person.main.getByRole('term')).toHaveText([
        "sujets d'examen",
        'ressources',
        "ans d'expérience",
      ])
      await expect(person.main.getByRole('definition')).toHaveText([
        'Plus de 108',
        'Plus de 1\u202f200',
        'Plus de 25',
      ])

      const cards = person.page.getByRole('region', { name: 'Choisissez votre filière' }).getByRole('link')
      await expect(cards).toHaveCount(tracks.length)
      for (const [index, { label, slug }] of tracks.entries()) {
        await expect(cards.nth(index)).toHaveAttribute('href', `/${slug}`)
        await expect(cards.nth(index)).toContainText(label)
      }
      const [first, second] = [await boxOf(cards.nth(0)), await boxOf(cards.nth(1))]
      if (isPhone) expect(second.y).toBeGreaterThan(first.y + first.height - 1)
      else expect(second.x).toBeGreaterThan(first.x + first.width - 1)

      const benefits = person.page.getByRole('region', { name: 'Ce que vous trouverez ici' })
      await expect(benefits.getByRole('heading', { level: 3 })).toHaveText(BENEFITS)
      await expect(benefits.getByRole('link', { name: 'Voir les vidéos gratuites' })).toBeVisible()

      await cards.nth(1).click()
      await expect(person.page).toHaveURL('/science-physique')
      await expect(person.page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    test('the header stays in view, gets a background, and its menu opens every page', async ({ person }) => {
      await person.opens('/')
      const header = person.page.getByRole('banner')
      const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
      const clear = await background()
      await person.page.evaluate(() => window.scrollTo(0, 10))
      await expect.poll(background).toBe(clear)
      await person.page.evaluate(() => window.scrollTo(0, 600))
      await expect.poll(background).not.toBe(clear)
      expect((await boxOf(header)).y).toBe(0)

      const links = header.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')
      if (isPhone) await expect(links).toHaveCount(0)
      if (isPhone) await person.button('Ouvrir le menu').click()
      await expect(links).toHaveText(MENU)
      for (const link of await links.all())
        expect((await boxOf(link)).height).toBeGreaterThanOrEqual(isPhone ? 44 : 24)
      await header.getByRole('link', { name: 'Contact' }).click()
      await expect(person.page).toHaveURL('/contact')
      await expect(person.page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
      expect(await person.page.evaluate(() => window.scrollY)).toBe(0)
      await expect(person.button('Fermer le menu')).toBeHidden()
      if (isPhone) await expect(links).toHaveCount(0)
      else await expect(header.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
    })
  })
}

test.describe('on any device', () => {
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
      'À propos',
    ])
    await expect(footer.getByRole('link', { name: SITE.email })).toHaveAttribute(
      'href',
      `mailto:${SITE.email}`,
    )
    await expect(footer.getByRole('link', { name: SITE.phone })).toHaveAttribute('href', 'tel:+212600000000')
    await expect(footer.getByRole('link', { name: 'Notre page sociale' })).toHaveAttribute(
      'href',
      SITE.social,
    )
    await expect(footer.getByText(SITE.rights)).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Confidentialité' })).toHaveAttribute(
      'href',
      '/confidentialite',
    )
    await footer.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(person.page).toHaveURL('/contact')
    expect(await person.page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('the home page counts the days to the exams', async ({ person }) => {
    const texts = person.page.getByRole('region', { name: 'Prochains examens' }).getByRole('listitem')
    for (const [today, said] of [
      ['2027-05-22', ['dans 12 jours', 'dans 44 jours']],
      ['2027-06-02', ["c'est demain", 'dans 33 jours']],
      ['2027-06-03', ["c'est aujourd'hui", 'dans 32 jours']],
      ['2027-06-04', ['dans 31 jours']],
    ] as const) {
      await person.page.clock.setFixedTime(new Date(`${today}T10:00:00`))
      await person.opens('/')
      await expect(texts.getByRole('strong')).toHaveText([...said])
    }
    await expect(texts).toContainText(['Examen national, session de rattrapage'])
    await expect(texts).toContainText(['5 juillet 2027'])
    await person.page.clock.setFixedTime(new Date('2027-07-06T10:00:00'))
    await person.opens('/')
    await person.sees('Les prochaines dates seront annoncées ici.')
    await expect(texts).toHaveCount(0)
  })
})
