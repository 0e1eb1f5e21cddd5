import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { isPublished } from './support/published.ts'
import { test } from './support/story.ts'

const PAPER = '/sujets-bac/pc/2012-rattrapage'
const ID = 'bac-PC-2012-Rattrapage'
const TITLE = "Étude d'un acide et de son pH"
const HINT = 'Comparez deux concentrations.'

test.use({ as: 'proprietaire@demo.bac', viewport: { width: 1280, height: 900 } })

test("the owner takes what a paper's text announces, corrects it, and the paper's page shows it", async ({
  person: owner,
  afterwards,
  request,
}) => {
  afterwards((helper) => helper('DELETE', `/api/admin/subjects/${ID}`))
  // This paper was missing, and its text was never read.
  const field = (label: string) => owner.main.getByLabel(label, { exact: true })
  await owner.opens('/sujets-bac/upload')
  await field('Filière').selectOption('PC')
  await field('Année').fill('2012')
  await field('Session').selectOption('Rattrapage')
  await field('Fichier (URL ou ID Google Drive)').fill(`demo-drive-pdf-${ID}`)
  await field('Corrigé (facultatif)').fill(`demo-drive-pdf-${ID}-correction`)
  await owner.button('Ajouter le sujet').click()
  await owner.sees('Sujet du bac ajouté avec succès')

  await owner.opens('/sujets-bac')
  await owner.sees(/dont \d+ sans exercices confirmés/)
  const row = owner.rows
    .filter({ hasText: 'PC' })
    .filter({ hasText: '2012' })
    .filter({ hasText: 'Rattrapage' })
  await row.getByRole('link', { name: 'Exercices' }).click()
  await expect(owner.heading('Exercices : Bac PC 2012 - Session Rattrapage')).toBeVisible()
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
  await exercise(1).getByText('Indices et réponse').click()
  await exercise(1).getByLabel('Indice 1').fill(HINT)
  await exercise(1).getByLabel('Réponse finale').fill('cinq')
  await owner.button('Enregistrer').click()
  await expect(exercise(1).getByLabel('Réponse finale')).toBeFocused()
  await exercise(1).getByLabel('Réponse finale').fill('1,2·10^-3 mol/L ± 2 %')
  // The documents stand beside the form, and each gives its page.
  await owner.main.getByRole('button', { name: 'Corrigé', exact: true }).click()
  await owner.button('Exercice 5 : prendre la page affichée du corrigé, 1').click()
  await expect(exercise(5).getByLabel('Page du corrigé')).toHaveValue('1')
  await checkAccessibility(owner.page, 'exercises')
  await owner.button('Enregistrer').click()
  await owner.sees(/^Exercices enregistrés/)
  await expect(owner.button('Enregistrer')).toBeDisabled()

  await isPublished(request, PAPER, { html: expect.stringContaining('acide et de son pH') })
  for (const path of [PAPER, '/recherche.json', `/api/subjects/${ID}`, '/api/exercises?track=PC'])
    await isPublished(request, path, { status: 200, html: expect.not.stringContaining(HINT) })
  await owner.opens(PAPER)
  await owner.sees(TITLE)
  await owner.sees('Titrages acido-basiques')
})
