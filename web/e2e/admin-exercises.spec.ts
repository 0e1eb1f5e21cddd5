import { expect } from '@playwright/test'
import { checkAccessibility } from './support/axe.ts'
import { test } from './support/story.ts'

const PAPER = '/sujets-bac/pc/2021-normale'
const TITLE = "Étude d'un acide et de son pH"

test.use({ as: 'proprietaire@demo.bac', viewport: { width: 1280, height: 900 } })

test("the owner takes what a paper's text announces, corrects it, and the paper's page shows it", async ({
  person: owner,
  request,
}) => {
  await owner.opens('/sujets-bac')
  await owner.sees(/dont \d+ sans exercices confirmés/)
  const row = owner.rows.filter({ hasText: 'PC' }).filter({ hasText: '2021' }).filter({ hasText: 'Normale' })
  await row.getByRole('link', { name: 'Exercices' }).click()
  await expect(owner.heading('Exercices : Bac PC 2021 - Session Normale')).toBeVisible()
  await owner.button('Lire le PDF maintenant').click()
  await owner.button('Reprendre les propositions').click()
  await owner.sees('Total : 20 points.')

  const exercise = (number: number) => owner.main.getByRole('group', { name: `Exercice ${number}` })
  await exercise(1).getByLabel('Titre').fill(TITLE)
  await exercise(1).getByLabel('Points').fill('4,1')
  await owner.button('Enregistrer').click()
  await expect(exercise(1).getByLabel('Points')).toBeFocused()
  await expect(exercise(1).getByLabel('Points')).toHaveAccessibleDescription(/par quart de point/)
  await exercise(1).getByLabel('Points').fill('4')
  await exercise(1).getByLabel('Ajouter un chapitre').selectOption('Titrages acido-basiques')
  // The documents stand beside the form, and each gives its page.
  await owner.main.getByRole('button', { name: 'Corrigé', exact: true }).click()
  await owner.button('Exercice 5 : prendre la page affichée du corrigé, 1').click()
  await expect(exercise(5).getByLabel('Page du corrigé')).toHaveValue('1')
  await checkAccessibility(owner.page, 'exercises')
  await owner.button('Enregistrer').click()
  await owner.sees(/^Exercices enregistrés/)
  await expect(owner.button('Enregistrer')).toBeDisabled()

  await expect
    .poll(async () => (await request.get(PAPER)).text(), { intervals: [500] })
    .toContain('acide et de son pH')
  await owner.opens(PAPER)
  await owner.sees(TITLE)
  await owner.sees('Titrages acido-basiques')
})
