import { expect } from '@playwright/test'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('the search ignores accents, groups its results and says when there are none', async ({ person }) => {
    await person.opens('/')
    await person.isVisitor()
    await person.button('Rechercher').click()
    const field = person.page.getByRole('combobox', { name: 'Chapitre, thème, sujet ou vidéo' })
    const found = (kind: string) =>
      person.dialog.getByRole('group', { name: new RegExp(`^${kind}`) }).getByRole('option')
    await expect(field).toBeFocused()
    await person.sees('Par exemple :', { within: person.dialog })

    await field.fill('ELECTROLYSE')
    await expect(found('Thèmes').first()).toContainText('Électrolyse')
    await expect(found('Chapitres').first()).toContainText('Électrolyse des solutions aqueuses')
    await field.fill('sujet 2019 rattrapage pc')
    await expect(found('Sujets du bac')).toHaveCount(1)
    await field.fill('bac sm 2023 physique ratrapage')
    await expect(found('Sujets du bac').first()).toContainText('Bac SM 2023 - Session Rattrapage')
    await field.fill('dipole rc exercice')
    await expect(found('Exercices').first()).toHaveAttribute('href', /\?annee=\d{4}&session=\w+$/)
    await field.fill('essentiel')
    await expect(found('Vidéos gratuites').first()).toBeVisible()
    await expect(person.dialog.getByRole('status')).toHaveText(/^\d+ résultats$/)
    await field.fill('quantique')
    await expect(person.dialog.getByRole('status')).toHaveText('Aucun résultat pour « quantique ».')
    await expect(person.dialog.getByRole('option')).toHaveCount(0)

    await field.fill('sujet 2019 rattrapage pc')
    await found('Sujets du bac').first().click()
    await expect(person.page).toHaveURL('/sujets-bac/pc/2019-rattrapage')
    await expect(person.dialog).toBeHidden()
  })
})
