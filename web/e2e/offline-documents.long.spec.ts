import { expect } from '@playwright/test'
import { phone } from './support/devices.ts'
import { keepsPaper } from './support/lost-network.ts'
import { test } from './support/story.ts'
import { Viewer } from './support/viewer.ts'

/** A paper whose exercises are known, and a chapter with six pairs of PDFs. */
const PAPER = '/sujets-bac/sm/2022-normale'
const CORRECTION = '2022 Normale · Corrigé'
const CHAPTER = '/science-math/ondes/1'

const KEPT = 'Gardé hors ligne'
/** The link that follows once everything is kept. */
const ALL_KEPT = 'Voir ce qui est gardé'

test.use({ ...phone.options, serviceWorkers: 'allow' })

test('a student keeps a paper and a chapter through a lost network and a reload, and reads them without one', {
  tag: '@resilience',
}, async ({ person, premiumStudent }) => {
  const { page, context, main } = person
  await person.hasSignedInBefore(premiumStudent)
  await person.opens(PAPER)
  await person.sees(/^2 documents, \d+\sko$/)
  await keepsPaper(person, PAPER)

  // The third document of the chapter does not arrive: the network is gone.
  let documents = 0
  await page.route(/\/files\/pages\/.*manifest\.json/, async (route) => {
    documents += 1
    if (documents !== 3) return route.continue()
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
  await person.reads(person.button('Correction (PDF)').first())
  await expect(main.getByTitle(KEPT)).toHaveCount(12)
  const done = main.getByRole('button', { name: 'Fait' }).first()
  await done.click()
  await page.reload()
  await expect(done).toHaveAttribute('aria-pressed', 'true')
  await person.opens(PAPER)
  await person.button('Voir le corrigé').click()
  await person.seesPage()
  await expect(person.dialog.getByRole('button', { name: /^Exercice \d/ }).first()).toBeVisible()
  const viewer = new Viewer(person)
  await viewer.opensTools()
  await viewer.tool('Rechercher').click()
  await viewer.findField.fill('equivalence')
  await expect(viewer.currentMatch).toHaveText('équivalence')
  await viewer.tool('Fermer la recherche').click()
  await person.dialog.getByRole('button', { name: 'Sujet', exact: true }).click()
  await expect(viewer.pictures.nth(1)).toBeVisible()
  await page.keyboard.press('Escape')

  await person.opens('/hors-ligne')
  await person.sees(/^14 documents, [\d,]+\s(?:ko|Mo)$/)
  await person.reads(person.button(new RegExp(`^${CORRECTION}`)))
  await person.button('Enlever : Bac SM 2022 - Session Normale - Corrigé').click()
  await person.sees(/^13 documents/)
  await expect(person.button(new RegExp(`^${CORRECTION}`))).toHaveCount(0)
})
