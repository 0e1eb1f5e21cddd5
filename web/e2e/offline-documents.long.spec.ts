import { expect, type Locator } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import { keepsPaper, keptDocuments } from './support/offline-device.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'
import { Viewer } from './support/viewer.ts'

/** A paper whose exercises are known, and a chapter with six pairs of PDFs. */
const PAPER = '/sujets-bac/sm/2022-normale'
const STATEMENT = '2022 Normale · Sujet'
const CORRECTION = '2022 Normale · Corrigé'
const CHAPTER = '/science-math/ondes/1'
const DAY_MS = 86_400_000

const KEPT = 'Gardé hors ligne'
/** The link that follows once everything is kept. */
const ALL_KEPT = 'Voir ce qui est gardé'

const [phone] = DEVICES
test.use({ ...phone.options, serviceWorkers: 'allow' })

/** Opens a document and expects its drawn pages; the viewer is closed again. */
async function reads(person: Person, opener: Locator, pages = 3): Promise<void> {
  await opener.click()
  await expect(person.dialog.getByLabel(`Page, sur ${pages}`)).toBeVisible()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await person.page.keyboard.press('Escape')
  await expect(person.dialog).toBeHidden()
}

test('a student keeps a paper and a chapter through a lost network and a reload, and reads them without one', {
  tag: '@resilience',
}, async ({ person, premiumStudent }) => {
  const { page, context, main } = person
  await person.hasSignedInBefore(premiumStudent)
  await person.opens(PAPER)
  await person.sees(/^2 documents, \d+\sko$/)
  await keepsPaper(person, PAPER)

  // The third file of the chapter does not arrive: the network is gone.
  let copies = 0
  await page.route(/\/files\/copies\//, async (route) => {
    copies += 1
    if (copies !== 3) return route.continue()
    person.announces(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    // oxlint-disable-next-line project/no-flaky-test -- only files of documents are under way, and this one is the first to miss it
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await person.opens(CHAPTER)
  await person.sees(/^12 documents, \d+\sko$/)
  await person.button('Garder hors ligne').click()
  await person.sees('En attente du réseau.')
  await person.sees('2 sur 12')
  await context.setOffline(false)
  await person.sees(/^[4-9] sur 12$/)
  await person.button('Pause').click()
  await person.sees('En pause')
  await page.reload()
  await person.sees('En pause')
  await person.button('Reprendre').click()
  await page.reload()
  await person.sees(ALL_KEPT)
  await expect(main.getByTitle(KEPT)).toHaveCount(12)

  await person.losesNetwork()
  await page.reload()
  await reads(person, person.button('Correction (PDF)').first())
  await expect(main.getByTitle(KEPT)).toHaveCount(12)
  const done = main.getByRole('button', { name: 'Fait' }).first()
  await done.click()
  await page.reload()
  await expect(done).toHaveAttribute('aria-pressed', 'true')
  await person.opens(PAPER)
  await person.button('Voir le corrigé').click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await expect(person.dialog.getByRole('button', { name: /^Exercice \d/ }).first()).toBeVisible()
  const viewer = new Viewer(person)
  await viewer.opensTools()
  await viewer.tool('Rechercher').click()
  await viewer.findField.fill('decroissance')
  await expect(viewer.currentMatch).toHaveText('Décroissance')
  await viewer.tool('Fermer la recherche').click()
  await person.dialog.getByRole('button', { name: 'Sujet', exact: true }).click()
  await expect(viewer.pictures.nth(1)).toBeVisible()
  await page.keyboard.press('Escape')

  await person.opens('/hors-ligne')
  await person.sees(/^14 documents, \d+\sko$/)
  await reads(person, person.button(new RegExp(`^${CORRECTION}`)))
  await person.button('Enlever : Bac SM 2022 - Session Normale - Corrigé').click()
  await person.sees(/^13 documents/)
  await expect(person.button(new RegExp(`^${CORRECTION}`))).toHaveCount(0)
  await page.reload()
  await person.sees(/^13 documents/)

  await context.setOffline(false)
  await person.opensUserMenu(premiumStudent.email)
  await person.button('Se déconnecter').click()
  await expect(person.dialog).toContainText('Vos documents gardés seront enlevés de cet appareil.')
  await person.dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(person.dialog).toBeHidden()
  await person.button('Se déconnecter').click()
  await person.dialog.getByRole('button', { name: 'Se déconnecter' }).click()
  await person.isVisitor()
  await person.sees(/^Avec un compte Premium, gardez/)
  await expect.poll(() => keptDocuments(person)).toEqual([])
})

test('kept documents are removed after 30 days without a network', { tag: '@resilience' }, async ({
  person,
  premiumStudent,
}) => {
  const { page, context } = person
  await context.clock.install()
  await person.hasSignedInBefore(premiumStudent)
  await keepsPaper(person, PAPER)
  const now = await page.evaluate(() => Date.now())
  await person.losesNetwork()
  await context.clock.setSystemTime(now + 29 * DAY_MS)
  await person.opens('/hors-ligne')
  await reads(person, person.button(new RegExp(`^${STATEMENT}`)))
  await context.clock.setSystemTime(now + 31 * DAY_MS)
  await person.opens('/hors-ligne')
  await person.sees(/^Rien n'est gardé sur cet appareil\./)
  await expect.poll(() => keptDocuments(person)).toEqual([])
})
