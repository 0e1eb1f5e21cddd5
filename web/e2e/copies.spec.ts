import { expect } from '@playwright/test'
import { test } from './support/story.ts'

const PAPER = { row: '2023', title: 'Bac SM 2023 - Session Normale' }

test('an owner finds out whose copy a downloaded paper is', async ({ person: student, arrives, knows }) => {
  const owner = await arrives()
  await student.hasSignedInBefore(await knows('premium@demo.bac'))
  await student.opens('/sujets-bac/sm')
  const saving = student.page.waitForEvent('download')
  await student.row(PAPER.row).getByRole('button', { name: 'Télécharger' }).first().click()
  const saved = await saving

  await owner.hasSignedInBefore(await knows('proprietaire@demo.bac'))
  await owner.opens('/admin/exemplaires')
  await owner.main.getByLabel('Ou déposez le fichier PDF ici').setInputFiles(await saved.path())
  await owner.sees('Exemplaire trouvé')
  await owner.sees('premium@demo.bac', { within: owner.main })
  await owner.sees(PAPER.title, { within: owner.main })

  const field = owner.main.getByLabel("Code de l'exemplaire")
  await expect(field).toHaveValue(/^[B-Z]{3}-[B-Z]{3}-[B-Z]{3}$/)
  const code = await field.inputValue()
  await field.fill('BBB-BBB-BBB')
  await owner.expecting(/404/, async () => {
    await owner.main.getByRole('button', { name: 'Rechercher' }).click()
    await owner.sees("Ce code n'existe pas. Vérifiez les caractères et réessayez.")
  })
  await field.fill(code.toLowerCase().replaceAll('-', ' '))
  await owner.main.getByRole('button', { name: 'Rechercher' }).click()
  await owner.sees('Exemplaire trouvé')

  await owner.link(/Audit & Sécurité/).click()
  await expect(owner.row(/Exemplaire recherché.*premium@demo\.bac/).first()).toBeVisible()
  await expect(owner.row(/Exemplaire recherché.*BBB-BBB-BBB/).first()).toBeVisible()
})
