import { expect } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'

for (const { device, options } of DEVICES)
  test.describe(device, () => {
    test.use(options)

    test('an owner reads the part of the guide about a page, and searches the guide', async ({ person }) => {
      await person.opens('/login')
      await person.signsIn('proprietaire@demo.bac', 'demo1234')
      await person.isSignedIn('proprietaire@demo.bac')
      await person.opens('/admin/codes')
      await person.link('Aide : Cartes').click()
      const part = person.heading('Vendre des cartes')
      await expect(part).toBeFocused()
      await expect(part).toBeInViewport()
      const picture = person.main.getByRole('img', { name: /carte/i }).first()
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('complete', true)
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0)

      await checkAccessibility(person.page, 'the guide')

      await person.main.getByLabel("Chercher dans l'aide").fill('eleve paiement declare')
      await expect(person.heading('Répondre à un paiement déclaré')).toBeVisible()
      await expect(person.heading('Préparer la rentrée')).toBeHidden()
      await person.main.getByLabel("Chercher dans l'aide").fill('zzz')
      await person.sees("Aucune partie de l'aide ne contient ces mots.")
    })
  })
