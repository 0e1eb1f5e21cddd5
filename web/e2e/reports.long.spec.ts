import { expect } from '@playwright/test'
import { heightOf, topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { isPublished } from './support/published.ts'
import { test } from './support/story.ts'
import { Viewer } from './support/viewer.ts'

const OWNER = 'proprietaire@demo.bac'
const PAPER = '/sujets-bac/sm/2023-normale'
const TITLE = 'Bac SM 2023 - Session Normale'
const [phone] = DEVICES

test('a student finds the correction of an exercise and back, and reports an error that the owner corrects', async ({
  arrives,
  knows,
  premiumStudent,
}) => {
  const student = await arrives(phone.options)
  const viewer = new Viewer(student)
  const heading = (name: string) => viewer.dialog.getByRole('heading', { name, exact: true })
  const pageField = viewer.dialog.getByRole('textbox', { name: 'Page, sur 3' })

  await test.step('from the chapter to the exercise in its paper', async () => {
    await student.hasSignedInBefore(premiumStudent)
    await student.opens('/science-math/electricite/1')
    const exercises = student.main.getByRole('region', { name: 'Exercices des sujets' })
    await exercises
      .getByRole('link', { name: `Session Normale`, exact: false })
      .filter({ hasText: 'SM 2023' })
      .click()
    await expect(viewer.pictures.first()).toBeVisible()
    await expect(pageField).toHaveValue('2')
    await viewer.tool('Exercice 4').click()
    await viewer.tool('Voir tout le sujet').click()
  })

  await test.step('to the correction of the exercise, and back to the page', async () => {
    await viewer.dialog.getByRole('button', { name: /^Exercice \d, choisir un exercice$/ }).click()
    await viewer.dialog
      .getByRole('button', { name: /^Exercice 3/ })
      .last()
      .click()
    const correction = viewer.tool("Corrigé de l'exercice 3")
    await expect.poll(() => heightOf(correction)).toBeGreaterThanOrEqual(44)
    await expect.poll(() => topOf(correction)).toBeGreaterThan(600)
    await correction.click()
    await expect(heading(`${TITLE} - Corrigé`)).toBeVisible()
    await expect(viewer.tool("Énoncé de l'exercice 3")).toBeVisible()
    await student.page.goBack()
    await expect(heading(TITLE)).toBeVisible()
    await expect(pageField).toHaveValue('2')
  })

  await test.step('an error of that page', async () => {
    await viewer.opensTools()
    await viewer.tool('Signaler une erreur').click()
    const form = student.page.getByRole('dialog', { name: 'Signaler une erreur' })
    await expect(form.getByLabel('Page')).toHaveValue('2')
    await form.getByLabel('Précisions (facultatif)').fill('La figure <b>2</b> est floue.')
    await form.getByRole('button', { name: 'Envoyer' }).click()
    await expect(viewer.dialog.getByText('Merci ! Votre signalement est envoyé.')).toBeVisible()
    await student.page.goBack()
    await expect(viewer.dialog).toBeHidden()
    await expect(student.heading(TITLE)).toBeVisible()
  })

  const owner = await arrives()
  await test.step('the owner reads it and says that it is corrected', async () => {
    await owner.hasSignedInBefore(await knows(OWNER))
    await owner.opens('/admin/signalements')
    const row = owner.rows.filter({ hasText: 'La figure <b>2</b> est floue.' })
    await expect(row.getByRole('button', { name: `${TITLE}, page 2` })).toBeVisible()
    await row.getByRole('button', { name: 'Traiter' }).click()
    await owner.dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await owner.sees('Signalement enregistré : corrigé')
    await expect(row).toHaveCount(0)
  })

  await test.step('the paper says so, to everyone', async () => {
    await isPublished(student.page.request, PAPER, { html: expect.stringMatching(/Corrigé le \d/) })
  })
})
