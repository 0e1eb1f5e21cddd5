import { expect } from '@playwright/test'
import { test } from './support/story.ts'

const SITE = {
  email: 'contact@cap-physique-chimie.example',
  phone: '+212 600 00 00 00',
  social: 'https://reseau-social.example/cap-physique-chimie',
  rights: '© Cap Physique-Chimie. Tous droits réservés.',
}
/** What a browser writes about answers that refuse, and about a network that is not there. */
const REFUSED = /status of (400|404|503)/

test.use({ serviceWorkers: 'block' })

test('the contact page shows addresses and opening hours', async ({ person }) => {
  await person.opens('/contact')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  await expect(person.main.getByRole('link', { name: SITE.email })).toHaveAttribute(
    'href',
    `mailto:${SITE.email}`,
  )
  await expect(person.main.getByRole('link', { name: SITE.phone })).toHaveAttribute(
    'href',
    'tel:+212600000000',
  )
  await expect(person.main.getByRole('link', { name: 'Notre page sociale' })).toHaveAttribute(
    'href',
    SITE.social,
  )
  await person.sees('Du lundi au vendredi, de 9h à 18h')
  await person.sees('En dehors de ces horaires, pour une demande urgente, écrivez-nous par e-mail.')
})

test('the about page presents mission, features and approach', async ({ person }) => {
  await person.opens('/a-propos')
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('À propos')
  await person.sees(/^Plus de 25 ans d'enseignement/)
  await person.sees(/^Donner à chaque élève les moyens de comprendre/)
  for (const name of [
    'Notre mission',
    'Sujets nationaux',
    'Corrections détaillées',
    'Vidéos explicatives',
    'Classement clair',
    'Notre approche',
  ])
    await expect(person.heading(name)).toBeVisible()
  const approach = person.page.getByRole('region', { name: 'Notre approche' })
  await expect(approach.getByRole('listitem')).toHaveCount(4)
  await person.link('Nous contacter').click()
  await expect(person.page).toHaveURL('/contact')
})

test('an unknown address answers 404 with a page that says so', async ({ person }) => {
  await person.expecting(REFUSED, async () => {
    for (const path of ['/nulle-part', '/svt/electrolyse/1', '/svt/ondes/9', '/sujets-bac/tc']) {
      const response = await person.page.goto(path)
      expect(response?.status(), path).toBe(404)
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText(/introuvable$/)
    }
    await person.opens('/nulle-part')
  })
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Page introuvable')
  await person.link("Retour à l'accueil").click()
  await expect(person.page).toHaveURL('/')
})

test('a page whose script fails to load says so and can be retried', async ({ person }) => {
  await person.opens('/contact')
  await person.isVisitor()
  const chunks = (url: URL) => /\/assets\/about-page-.*\.js$/.test(url.pathname)
  await person.page.route(chunks, (route) => route.abort())
  await person.expecting(/ERR_FAILED|could not be loaded/, () =>
    person.page.getByRole('contentinfo').getByRole('link', { name: 'À propos' }).click(),
  )
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await person.page.unroute(chunks)
  await person.button('Réessayer').click()
  await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('À propos')
})
