import { expect } from '@playwright/test'
import { heightOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

/** The exercises of this paper are known. */
const PAPER = '/sujets-bac/sm/2022-normale'
const FREE_PAPER = '/sujets-bac/pc/2023-normale'
const MINUTE = 60_000
/** The story itself takes minutes at most. */
const FOUR_HOURS_LEFT = /^(4\sh\s00|3\sh\s5\d)$/

const [phone] = DEVICES
test.use(phone.options)

test('a student sits an examination on a phone, with a lost network and a reload, up to the score', {
  tag: '@resilience',
}, async ({ person, premiumStudent }) => {
  const { page, context } = person
  const timer = page.getByRole('timer', { name: 'Temps restant' })
  await context.clock.install()
  await person.hasSignedInBefore(premiumStudent)
  await person.opens(PAPER)
  await person.link("Préparer l'épreuve").click()
  const start = person.button("Commencer l'épreuve")
  await expect(start).toBeVisible()
  await person.losesNetwork()
  await start.click()
  await expect(person.alert).toContainText('Vous êtes hors ligne')
  await context.setOffline(false)
  await start.click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await expect(timer).toHaveText(FOUR_HOURS_LEFT)
  const opened = page.url()

  // Without a network the paper stays, and time goes on.
  await person.losesNetwork()
  await page.clock.fastForward(60 * MINUTE)
  await expect(timer).toHaveText(/^(3\sh\s00|2\sh\s5\d)$/)
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await context.setOffline(false)

  // After a reload the page shows the time that the server knows: there no hour has passed.
  await page.reload()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await expect(page).toHaveURL(opened)
  await expect(timer).toHaveText(FOUR_HOURS_LEFT)

  // When it is ended without a network, the correction waits for the server.
  await person.losesNetwork()
  await person.dialog.getByRole('button', { name: 'Terminer' }).click()
  const question = page.getByRole('dialog', { name: "Terminer l'épreuve ?" })
  await question.getByRole('button', { name: 'Terminer' }).click()
  await expect(person.heading('Je me note')).toBeFocused()
  await person.sees(/^Le corrigé s'ouvre dès que la fin/)
  const ended = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/practice/'),
  )
  await context.setOffline(false)
  expect((await ended).status()).toBe(200)

  // The points stand under the correction.
  await person.button('Ouvrir le corrigé').click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await person.dialog.getByRole('button', { name: 'Me noter' }).click()
  const pages = person.dialog.getByRole('region', { name: 'Pages du document' })
  await expect.poll(() => heightOf(pages), 'room for the correction above the points').toBeGreaterThan(200)
  const sliders = person.dialog.getByRole('slider', { name: /^\d\. / })
  await expect(sliders).toHaveCount(5)
  for (const slider of await sliders.all()) {
    const points = Number(await slider.getAttribute('max'))
    await slider.fill(String(points / 2))
    await expect.poll(() => heightOf(slider)).toBeGreaterThanOrEqual(44)
  }
  await person.dialog.getByRole('button', { name: 'Un quart de point de plus, exercice 1' }).click()
  await person.dialog.getByLabel('Note pour moi').fill('Revoir le dipôle RC')
  await expect(person.dialog.getByText('Enregistré dans votre compte.')).toBeAttached()
  await page.reload()
  await person.sees('10,25')
  await expect(page.getByLabel('Note pour moi')).toHaveValue('Revoir le dipôle RC')
  await expect.poll(async () => (await person.keeps()).local).not.toContain('revision.exams')
})

test('a free student who has sat a free paper reads its correction', async ({ person, student }) => {
  await person.hasSignedInBefore(student)
  await person.opens(`${FREE_PAPER}/examen`)
  await person.sees(/^À la fin, le corrigé s'ouvre, même sans Premium/)
  await person.button("Commencer l'épreuve").click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await person.dialog.getByRole('button', { name: 'Terminer' }).click()
  const question = person.page.getByRole('dialog', { name: "Terminer l'épreuve ?" })
  await question.getByRole('button', { name: 'Terminer' }).click()
  await person.button('Ouvrir le corrigé').click()
  await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  await person.page.keyboard.press('Escape')
  await expect(person.dialog).toBeHidden()

  await test.step('also from the page of the paper, and beside its statement', async () => {
    await person.opens(FREE_PAPER)
    await person.button(/^Voir le corrigé, ouvert par votre examen blanc/).click()
    await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
    await person.page.keyboard.press('Escape')
    await person.main.getByRole('button', { name: 'Voir le sujet', exact: true }).click()
    await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
    await person.dialog.getByRole('button', { name: 'Corrigé', exact: true }).click()
    await expect(person.dialog.getByRole('heading', { name: / - Corrigé$/ })).toBeVisible()
    await expect(person.dialog.getByText(/réservé aux comptes Premium/)).toBeHidden()
    await expect.poll(() => person.drawnPixels(person.dialog)).toBeGreaterThan(500)
  })
})
