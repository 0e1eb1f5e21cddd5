import { expect } from '@playwright/test'
import { checkAppearance } from './support/appearance.ts'
import { chunk, NOT_LOADED, opensSettled, REMOVED, showsPage } from './support/lost-chunks.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const LOST = 'Page indisponible'
const OFFLINE = 'Chargement impossible sans réseau.'
/** On a machine without a network the browser reports that it is offline, although it reaches the product. */
const MISSING = /Chargement impossible(?:\. Vérifiez votre connexion Internet et réessayez| sans réseau)\./

/** Opens a page that the service worker does not keep. */
const activation = ({ page }: Person) =>
  page.getByRole('contentinfo').getByRole('link', { name: 'Activer une carte' })

test.describe('with a service worker', { tag: '@resilience' }, () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page that cannot be fetched offline says so, and loads when the network returns', async ({
    person,
  }) => {
    await opensSettled(person, '/contact', true)
    await person.isVisitor()
    await person.losesNetwork()
    await activation(person).click()
    await showsPage(person, LOST)
    await expect(person.alert).toContainText(OFFLINE)
    await checkAppearance(person.page, 'page-perdue')
    // While the device is offline, the site stays in place of the browser's own error.
    const failed = person.page.waitForEvent('requestfailed', (request) =>
      chunk('activate-page').test(request.url()),
    )
    await person.button('Réessayer').click()
    await failed
    await expect(person.alert).toContainText(OFFLINE)
    await person.context.setOffline(false)
    await person.button('Réessayer').click()
    await showsPage(person, 'Activer une carte')
  })

  for (const [name, answer] of Object.entries(REMOVED))
    test(`a page whose chunk was removed (${name}) says so, and can be loaded later`, async ({ person }) => {
      await opensSettled(person, '/contact', true)
      await person.isVisitor()
      await person.context.route(chunk('activate-page'), (route) => route.fulfill(answer))
      await activation(person).click()
      await showsPage(person, LOST)
      await expect(person.alert).toContainText(MISSING)
      await person.link("Retour à l'accueil").click()
      await showsPage(person, 'Réussissez votre bac en physique-chimie')
      await activation(person).click()
      await expect(person.alert).toContainText(MISSING)
      await person.context.unroute(chunk('activate-page'))
      await person.button('Réessayer').click()
      await showsPage(person, 'Activer une carte')
    })
})

for (const { name, path, isReadable } of [
  { name: 'a public page', path: '/contact', isReadable: true },
  { name: 'a page without content of its own', path: '/compte', isReadable: false },
])
  test(`a first visit of ${name} that loses the network says so, and loads when it is back`, {
    tag: '@resilience',
  }, async ({ person }) => {
    person.announces(NOT_LOADED)
    await person.context.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await person.opens(path)
    const retry = person.alert.getByRole('button', { name: 'Réessayer' })
    await expect(person.alert).toContainText(
      'Chargement impossible. Vérifiez votre connexion Internet et réessayez.',
    )
    await expect(person.page.getByRole('heading', { level: 1 })).toHaveCount(isReadable ? 1 : 0)
    // While the site does not answer, what is there stays in place of the browser's own error.
    await person.context.route('**' + path, (route) => route.abort())
    const failed = person.page.waitForEvent('requestfailed')
    await retry.click()
    await failed
    await expect(retry).toBeVisible()
    await person.context.unrouteAll()
    await retry.click()
    await person.isVisitor()
    await expect(person.alert).toHaveCount(0)
  })
