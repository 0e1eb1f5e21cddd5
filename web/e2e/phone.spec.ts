import { expect, test } from '@playwright/test'
import { Person } from './support/person.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('on a phone a visitor finds a free video by the menu and plays it', async ({ browser }) => {
  const visitor = await Person.at(browser, PHONE)
  await visitor.opens('/')
  await visitor.button('Ouvrir le menu').tap()
  await visitor.page.getByRole('banner').getByRole('link', { name: 'Vidéos gratuites' }).tap()
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'Vidéos Gratuites' })).toBeVisible()
  await expect(visitor.button('Fermer le menu')).toBeHidden()

  await visitor
    .button(/Regarder la vidéo/)
    .first()
    .tap()
  const video = visitor.page.getByRole('dialog').locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(1)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  await visitor.leaves()
})

test('on a phone the table of subjects is a list of cards, and a paper opens in two taps', async ({
  browser,
}) => {
  const student = await Person.at(browser, PHONE)
  await student.signsIn('premium@demo.bac', 'demo1234')
  await expect(student.button('premium@demo.bac')).toBeVisible()
  await student.opens('/sujets-bac/pc')
  const buttons = student.row('2024').getByRole('button', { name: 'Voir' })
  await expect(buttons).toHaveCount(2)
  const [normale, rattrapage] = [await buttons.first().boundingBox(), await buttons.last().boundingBox()]
  expect(rattrapage?.y).toBeGreaterThan(normale?.y ?? Number.POSITIVE_INFINITY)
  expect(normale?.height).toBeGreaterThanOrEqual(44)
  expect(await student.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await buttons.first().tap()
  const viewer = student.page.getByRole('dialog', { name: 'Bac PC 2024 - Session Normale' })
  await expect.poll(() => student.drawnPixels(viewer)).toBeGreaterThan(500)
  await viewer.getByRole('button', { name: 'Fermer' }).tap()
  await expect(viewer).toBeHidden()

  await student.opensUserMenu('premium@demo.bac')
  await student.button('Se déconnecter').tap()
  await expect(student.button('Se connecter').first()).toBeVisible()
  await student.leaves()
})
