import { expect } from '@playwright/test'
import { test } from './support/story.ts'

/** Console messages about a chunk that cannot be loaded. */
const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|could not be loaded/

test('a dialog whose chunk was lost offline loads at the next opening', { tag: '@resilience' }, async ({
  person,
}) => {
  await person.opens('/')
  await person.isVisitor()

  await person.context.setOffline(true)
  for (let attempt = 0; attempt < 2; attempt++) {
    await person.expecting(NOT_LOADED, () => person.button('Se connecter').first().click())
    await expect(person.alert).toContainText('Chargement impossible')
    await person.alert.getByRole('button', { name: 'Fermer' }).click()
    await expect(person.alert).toBeHidden()
  }

  await person.context.setOffline(false)
  await person.opensSignInDialog()
  await expect(person.dialog.getByLabel('Email')).toBeFocused()
})
