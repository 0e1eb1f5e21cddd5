import { expect } from '@playwright/test'
import { test } from './support/story.ts'
import { Viewer } from './support/viewer.ts'

test.use({ as: 'premium@demo.bac' })

test('a part of a word finds an exercise with its paper, which opens at the exercise', async ({ person }) => {
  const viewer = new Viewer(person)
  await person.opens('/')
  await person.button('Rechercher').click()
  const search = person.page.getByRole('dialog', { name: 'Rechercher' })
  const field = search.getByRole('combobox', { name: 'Chapitre, exercice, sujet ou vidéo' })
  const exercises = search.getByRole('group', { name: 'Exercices' }).getByRole('option')
  await field.fill('vinaigre 2022 rattrapage')
  await expect(exercises).toHaveText(/^Dosage acido-basique d'un vinaigre.*Session Rattrapage, exercice 1/)
  await field.fill('jectile pesanteur sm 2023')
  await expect(exercises).toContainText('Bac SM 2023 - Session Normale, exercice 5')
  await exercises.click()
  await expect(search).toBeHidden()
  await expect(viewer.pictures.first()).toBeVisible()
  await expect(viewer.dialog.getByRole('textbox', { name: 'Page, sur 3' })).toHaveValue('2')
  await expect(viewer.dialog.getByRole('navigation', { name: 'Entraînement' })).toContainText('Exercice 5')
})
