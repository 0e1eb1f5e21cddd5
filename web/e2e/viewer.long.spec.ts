import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES, phone } from './support/devices.ts'
import { test } from './support/viewer.ts'

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'

test.use(phone.options)

for (const { device, options } of DEVICES)
  test.describe(device, () => {
    const isPhone = options.viewport.width < 600
    test.use(options)

    test('the viewer opens a page by the outline or by its thumbnail, of which only those in view are fetched', async ({
      person,
      paper,
    }) => {
      await paper.opensTools()
      await paper.tool('Pages et sommaire').click()
      const panel = paper.dialog.getByRole('navigation', { name: 'Pages et sommaire' })
      await panel.getByRole('button', { name: /^Exercice 10 : / }).click()
      await expect(paper.pageField).toHaveValue('28')
      // On a phone the choice closes the panel.
      if (isPhone) await expect(panel).toBeHidden()
      if (isPhone) await paper.tool('Pages et sommaire').click()
      await panel.getByRole('button', { name: 'Pages', exact: true }).click()
      await expect(panel.locator('img').first()).toBeVisible()
      await checkAccessibility(person.page, `thumbnails, ${device}`)
      await panel.getByRole('button', { name: 'Page 50', exact: true }).click()
      await expect(paper.pageField).toHaveValue('50')
      await expect(paper.picture(50)).toBeInViewport()
      if (isPhone) return expect(panel).toBeHidden()
      const thumbnail = (page: number) => panel.getByRole('button', { name: `Page ${page}`, exact: true })
      await expect(thumbnail(1).locator('img')).toHaveCount(0)
      await expect(thumbnail(50)).toBeInViewport()
    })
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
