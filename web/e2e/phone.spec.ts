import { expect } from '@playwright/test'
import { boxOf, topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const [{ options: phone }] = DEVICES
const STUDENT = 'premium@demo.bac'

test.use(phone)

test('on a phone a visitor finds a free video by the menu and plays it', async ({ person }) => {
  await person.opens('/')
  await person.button('Ouvrir le menu').tap()
  await person.page.getByRole('banner').getByRole('link', { name: 'Vidéos gratuites' }).tap()
  await expect(person.page.getByRole('heading', { level: 1, name: 'Vidéos Gratuites' })).toBeVisible()
  await expect(person.button('Fermer le menu')).toBeHidden()

  await person
    .button(/Regarder la vidéo/)
    .first()
    .tap()
  const video = person.dialog.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(1)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
})

test.describe('with Premium', () => {
  test.use({ as: STUDENT })
  test('on a phone the table of subjects is a list of cards whose buttons carry words', async ({
    person,
  }) => {
    await person.opens('/sujets-bac/pc')
    const row = person.row('2024')
    const buttons = row.getByRole('button', { name: 'Voir' })
    await expect(buttons).toHaveCount(2)
    await expect
      .poll(async () => (await topOf(buttons.last())) - (await topOf(buttons.first())))
      .toBeGreaterThan(0)
    // The size of a paper is shown before it is opened on a phone's network.
    await expect(row.getByText(/^\d+(,\d)?\s(ko|Mo) · \d+\sp\./)).toHaveCount(2)

    // The button is wide enough for the word, which an icon alone would not need.
    const word = row.getByRole('button', { name: 'Télécharger' }).first()
    await expect.poll(async () => (await boxOf(word)).width).toBeGreaterThan(80)

    await buttons.first().tap()
    const viewer = person.page.getByRole('dialog', { name: 'Bac PC 2024 - Session Normale' })
    await expect.poll(() => person.drawnPixels(viewer)).toBeGreaterThan(500)
    await viewer.getByRole('button', { name: 'Fermer' }).tap()
    await expect(viewer).toBeHidden()

    await person.opensUserMenu(STUDENT)
    await person.button('Se déconnecter').tap()
    await person.isVisitor()
  })
})
