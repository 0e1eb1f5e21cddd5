import { expect, type Locator } from '@playwright/test'
import { checkAppearance } from './support/appearance.ts'
import { mockOwnerLists, resource, student } from './support/sample-answers.ts'
import { test } from './support/story.ts'

test.use({
  as: 'proprietaire@demo.bac',
  viewport: { width: 1280, height: 800 },
})

test('the dialogs of the dashboard and their faulty forms look right and return the focus', async ({
  person,
}) => {
  await mockOwnerLists(person.page)
  const { page } = person
  const closes = async (back: Locator) => {
    await page.keyboard.press('Escape')
    await expect(person.dialog).toBeHidden()
    await expect(back).toBeFocused()
  }
  const opens = async (name: string, opener: Locator) => {
    await opener.click()
    await expect(person.dialog).toBeVisible()
    await checkAppearance(page, name)
  }

  await person.opens('/admin')
  const row = person.row(new RegExp(`^${student.email}`))
  const more = row.getByRole('button', { name: 'Autres actions' })
  await more.click()
  await checkAppearance(page, 'utilisateur-actions', { at: more })
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await opens('utilisateur-suppression', row.getByRole('button', { name: 'Supprimer' }))
  await closes(row.getByRole('button', { name: 'Supprimer' }))
  await more.click()
  await opens('utilisateur-paiement', person.button('Paiement'))
  await person.dialog.getByLabel('Date de fin').fill('2020-01-01')
  await person.dialog.getByLabel('Montant (DH)').fill('beaucoup')
  await person.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await person.sees('La date de fin est passée')
  await checkAppearance(page, 'utilisateur-paiement-fautes')
  await closes(more)
  await more.click()
  await opens('utilisateur-blocage', person.button('Bloquer'))
  await person.dialog.getByRole('button', { name: 'Bloquer', exact: true }).click()
  await expect(person.dialog.getByLabel('Raison')).toBeFocused()
  await checkAppearance(page, 'utilisateur-blocage-fautes')
  await closes(more)

  await person.opens('/admin/ressources')
  const remove = person.button(`Supprimer ${resource.title}`)
  await opens('ressource-suppression', remove)
  await closes(remove)
  const add = person.button('Ajouter')
  const title = person.dialog.getByLabel('Titre', { exact: true })
  await opens('ressource-ajout', add)
  await person.dialog.getByRole('button', { name: 'Ajouter la Ressource' }).click()
  await expect(title).toBeFocused()
  await checkAppearance(page, 'ressource-fautes', { at: title })
  await closes(add)
  const source = person.main.getByLabel('Importer depuis')
  for (const [name, choice] of [
    ['import-csv', 'Un fichier CSV'],
    ['import-dossier', 'Un dossier Google Drive'],
    ['import-liste', 'Une liste de noms de fichiers'],
  ] as const) {
    await source.selectOption(choice)
    await checkAppearance(page, name, { at: source })
  }

  await person.opens('/admin/nulle-part')
  await person.sees("Cette section de l'administration n'existe pas.")
  await checkAppearance(page, 'administration-inconnue')
})
