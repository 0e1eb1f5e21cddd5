import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/viewer.ts'

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
const REFUSED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:403|502)/

const [phone] = DEVICES
test.use(phone.options)

test('the viewer renews an expired address without a message', async ({ person, paper, server }) => {
  const renewed = person.page.waitForResponse((response) =>
    new URL(response.url()).pathname.startsWith('/api/files/'),
  )
  await person.expecting(REFUSED, async () => server.lets('refused address', 1))
  await paper.jumpsTo(50)
  expect((await renewed).status()).toBe(200)
  await expect(paper.picture(50)).toBeVisible()
  await expect(person.alert).toHaveCount(0)
})

test('the viewer keeps the page while offline, and loads it when the network returns', {
  tag: '@resilience',
}, async ({ person, paper, server }) => {
  await person.losesNetwork()
  server.lets('no network')
  await person.sees(OFFLINE, { within: paper.dialog })
  await paper.jumpsTo(45)
  await expect(paper.sheet(45)).toBeInViewport()
  await expect(paper.picture(45)).toHaveCount(0)
  server.lets('well')
  await person.context.setOffline(false)
  await person.sees('Connexion rétablie.', { within: paper.dialog })
  await expect(paper.picture(45)).toBeVisible()
  await expect(paper.pageField).toHaveValue('45')
})

test('the viewer keeps the pages when the source fails, and continues on retry', async ({
  person,
  paper,
  server,
}) => {
  await person.expecting(REFUSED, async () => server.lets('failing'))
  await paper.jumpsTo(40)
  await expect(person.alert).toContainText('Erreur lors du chargement du fichier sécurisé')
  await checkAccessibility(person.page, 'failing source')
  await expect(paper.pageField).toHaveValue('40')
  server.lets('well')
  await paper.tool('Réessayer').click()
  await expect(paper.picture(40)).toBeVisible()
  await expect(person.alert).toHaveCount(0)
})

test('the viewer closes the pages when Premium is lost, and opens them again at the chosen page', async ({
  person,
  paper,
  server,
}) => {
  await person.expecting(REFUSED, async () => server.lets('refused address'))
  const words = { type: 'about:blank', title: '', detail: 'Accès refusé au fichier', requestId: 'r' }
  await person.page.route('**/api/files/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { ...words, status: 403, code: 'PREMIUM_REQUIRED' },
    }),
  )
  await paper.jumpsTo(55)
  await expect(person.alert).toContainText('Accès refusé au fichier')
  await expect(paper.pictures).toHaveCount(0)
  await expect(paper.dialog.getByRole('link', { name: 'Passer en Premium' })).toBeVisible()
  await checkAccessibility(person.page, 'Premium lost')
  await person.page.unroute('**/api/files/**')
  server.lets('well')
  await expect(paper.pageField).toHaveValue('55')
  await paper.jumpsTo(50)
  await paper.tool('Réessayer').click()
  await expect(paper.picture(50)).toBeVisible()
})
