import { expect, type Locator } from '@playwright/test'
import { checkAppearance } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
/** Two lines of text in the narrowest window. */
const SLIM = 52

const topOf = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? Number.NaN)
const bottomOf = async (place: Locator) => {
  const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return Math.round(y + height)
}
/** The sentences about the network that are in sight, also behind a dialog. */
const said = ({ page }: Person) =>
  page.getByText(/hors ligne|Vérifiez votre connexion/).filter({ visible: true })

for (const { device, options } of DEVICES)
  test.describe(device, { tag: '@resilience' }, () => {
    test.use(options)

    test('a lost network is said once, on a slim line above the page, which stays in its place', async ({
      person,
    }) => {
      await person.opens('/sujets-bac/sm')
      await expect(person.rows).toHaveCount(18)
      const line = person.page.getByRole('banner').getByRole('status')
      const title = person.page.getByRole('heading', { level: 1 })
      const before = await topOf(title)
      await person.losesNetwork()
      await expect(line).toHaveText(OFFLINE)
      await expect(said(person)).toHaveCount(1)
      await expect(person.rows).toHaveCount(18)
      const height = async () => (await bottomOf(line)) - (await topOf(line))
      await expect.poll(height).toBeLessThanOrEqual(SLIM)
      // The page moves by the line alone, and the line covers nothing of it.
      await expect.poll(async () => (await topOf(title)) - (await height())).toBe(before)
      await checkAppearance(person.page, 'sans-reseau')

      await person.context.setOffline(false)
      await expect(line).toBeEmpty()
      await expect.poll(() => topOf(title)).toBe(before)

      // What is being read stays where it is.
      const row = person.row('2014')
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const place = await topOf(row)
      await person.losesNetwork()
      await expect(line).toHaveText(OFFLINE)
      await expect.poll(() => topOf(row)).toBe(place)
      await expect(line).toBeInViewport()
    })

    test.describe('a reader', () => {
      test.use({ as: 'premium@demo.bac' })

      test('sees the line in the viewer, between its tools and the page, and uses every bar', async ({
        person,
      }) => {
        await person.opens('/sujets-bac/sm/2023-normale')
        await person.main
          .getByRole('button', { name: /^Voir|Énoncé|Sujet/ })
          .first()
          .click()
        const exercises = person.dialog.getByRole('navigation', { name: 'Exercices du sujet' })
        await expect(exercises).toBeVisible()
        await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
        await person.losesNetwork()
        const line = person.dialog.getByText(OFFLINE)
        const pages = person.dialog.getByRole('region', { name: 'Pages du document' })
        await expect(line).toBeVisible()
        const close = person.dialog.getByRole('button', { name: 'Fermer', exact: true })
        const tools = person.dialog.getByRole('button', { name: 'Zoom avant' })
        for (const above of [close, tools])
          await expect
            .poll(async () => (await topOf(line)) - (await bottomOf(above)))
            .toBeGreaterThanOrEqual(0)
        await expect.poll(async () => (await topOf(pages)) - (await bottomOf(line))).toBeGreaterThanOrEqual(0)
        await checkAppearance(person.page, 'document-sans-reseau')
        await exercises.getByRole('button', { name: /choisir un exercice$/ }).click()
        await exercises.getByRole('button', { name: /^Exercice 2/ }).click()
        await person.dialog.getByRole('button', { name: 'Rechercher', exact: true }).click()
        await person.context.setOffline(false)
        await expect(line).toBeHidden()
        await expect(person.dialog.getByText('Connexion rétablie.')).toBeVisible()
      })
    })
  })
