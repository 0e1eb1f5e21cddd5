import { expect } from '@playwright/test'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { answers } from './support/answers.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

/** What a browser writes about answers that refuse, and about a network that is not there. */
const REFUSED = /status of (400|404|503)/

test.use({ serviceWorkers: 'block' })

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    test.use(options)

    test('the search ignores accents, groups its results and says when there are none', async ({
      person,
    }) => {
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
}

test.describe('on any device', () => {
  test('the search opens by its shortcuts and says what failed to load', async ({ person }) => {
    await person.opens('/')
    await person.isVisitor()
    const field = person.dialog.getByRole('combobox')
    for (const key of ['Control+k', '/']) {
      await person.page.keyboard.press(key)
      await expect(field).toBeFocused()
      await person.page.keyboard.press('Escape')
      await expect(person.dialog).toBeHidden()
    }
    await answers(person.page, SEARCH_FILE, { status: 404, code: 'NOT_FOUND' })
    await person.opens('/')
    await person.isVisitor()
    await person.expecting(REFUSED, () => person.page.keyboard.press('Control+k'))
    await person.sees(/Les sujets du bac, les exercices et les vidéos n'ont pas pu être chargés\./, {
      within: person.dialog,
    })
    await field.fill('newton')
    await expect(person.dialog.getByRole('option').first()).toContainText('Lois de Newton')
    await person.page.unrouteAll()
    await person.dialog.getByRole('button', { name: 'Réessayer' }).click()
    await field.fill('2019')
    await expect(person.dialog.getByRole('group', { name: /^Sujets du bac/ })).toBeVisible()
  })
})
