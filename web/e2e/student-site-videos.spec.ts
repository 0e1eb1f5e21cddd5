import { expect, type Locator, test } from '@playwright/test'
import { answers, asks, aVideo } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const WAITING = 'Chargement en cours...'
const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** What a browser writes about answers that refuse, and about a network that is not there. */
const REFUSED = /status of (400|404|503)/
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    let person: Person

    test.beforeEach(async ({ browser }) => {
      person = await Person.withoutWorker(browser, options)
    })
    test.afterEach(async () => {
      expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport.width,
      )
      await person.leaves()
    })

    test('the free videos are counted, shown and played', async () => {
      await person.opens('/videos-gratuites')
      await expect(person.page.getByRole('heading', { level: 1 })).toHaveText('Vidéos Gratuites')
      await person.sees('12 vidéos gratuites disponibles')
      const watch = person.button(/^Regarder la vidéo/)
      await expect(watch).toHaveCount(12)
      await expect(person.main.getByRole('link', { name: 'Découvrir Premium' })).toHaveAttribute(
        'href',
        '/premium',
      )
      const [first, second] = [await boxOf(watch.nth(0)), await boxOf(watch.nth(1))]
      if (isPhone) expect(second.y).toBeGreaterThan(first.y)
      else expect(second.x).toBeGreaterThan(first.x)
      await watch.first().click()
      const video = person.dialog.locator('video')
      await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(1)
      await person.dialog.getByRole('button', { name: 'Fermer' }).click()
      await expect(person.dialog).toBeHidden()
      await expect(watch.first()).toBeFocused()
    })
  })
}

test.describe('on any device', () => {
  let person: Person

  test.beforeEach(async ({ browser }) => {
    person = await Person.withoutWorker(browser)
  })
  test.afterEach(() => person.leaves())

  test('the free videos wait, are none or one, or fail', async () => {
    await person.whileWaitingFor(
      asks('/api/videos'),
      () => person.opens('/videos-gratuites'),
      () => person.sees(WAITING),
    )
    await person.sees('12 vidéos gratuites disponibles')

    for (const [items, text] of [
      [[], 'Aucune vidéo gratuite disponible'],
      [[aVideo()], '1 vidéo gratuite disponible'],
    ] as const) {
      await person.page.unrouteAll()
      await answers(person.page, '/api/videos', { items })
      await person.opens('/videos-gratuites')
      await expect(person.main.getByText(text, { exact: true })).toBeVisible()
      await expect(person.link('Découvrir Premium')).toBeVisible()
    }

    await person.page.unrouteAll()
    await answers(person.page, '/api/videos', { status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await person.expecting(REFUSED, () => person.opens('/videos-gratuites'))
    await expect(person.alert).toContainText('Erreur lors du chargement des ressources')
    await person.page.unrouteAll()
    await person.button('Réessayer').click()
    await person.sees('12 vidéos gratuites disponibles')

    await person.expecting(CUT, () => person.context.setOffline(true))
    await person.sees('Les informations affichées sont les dernières reçues.')
    await person.sees(OFFLINE)
    await expect(person.button(/^Regarder la vidéo/)).toHaveCount(12)
    await person.context.setOffline(false)
    await expect(person.main.getByText(OFFLINE)).toBeHidden()
  })
})
