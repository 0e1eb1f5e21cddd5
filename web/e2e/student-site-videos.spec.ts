import { expect } from '@playwright/test'
import { createSample } from '#shared/contract/sample-answers.ts'
import { VideoItem } from '#shared/entities/resource.ts'
import { answers } from './support/answers.ts'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** What a browser writes about a network that is not there. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

test.use({ serviceWorkers: 'block' })

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    test.use(options)

    test('the free videos are counted, shown and played', async ({ person }) => {
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

test('the list of free videos may be empty, and stays on screen without a network', {
  tag: '@resilience',
}, async ({ person }) => {
  for (const [items, text] of [
    [[], 'Aucune vidéo gratuite disponible'],
    [[createSample(VideoItem)], '1 vidéo gratuite disponible'],
  ] as const) {
    await answers(person.page, '/api/videos', { items })
    await person.opens('/videos-gratuites')
    await expect(person.main.getByText(text, { exact: true })).toBeVisible()
    await expect(person.link('Découvrir Premium')).toBeVisible()
    await person.page.unrouteAll()
  }
  await person.opens('/videos-gratuites')
  await person.sees('12 vidéos gratuites disponibles')
  await person.expecting(CUT, () => person.context.setOffline(true))
  await person.sees('Les informations affichées sont les dernières reçues.')
  await person.sees(OFFLINE)
  await expect(person.button(/^Regarder la vidéo/)).toHaveCount(12)
  await person.context.setOffline(false)
  await expect(person.main.getByText(OFFLINE)).toBeHidden()
})
