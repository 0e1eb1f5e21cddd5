import { expect } from '@playwright/test'
import { test } from './support/story.ts'

/** What stands in the console about a file that could not be fetched. */
const NOT_FETCHED = /ERR_INTERNET_DISCONNECTED|could not be fetched/

test.use({ serviceWorkers: 'block' })

test('what could not be fetched in a tunnel is fetched at the next opening', { tag: '@resilience' }, async ({
  person,
}) => {
  await person.opens('/')
  await person.isVisitor()

  await person.context.setOffline(true)
  for (let attempt = 0; attempt < 2; attempt++) {
    await person.expecting(NOT_FETCHED, () => person.button('Se connecter').first().click())
    await expect(person.dialog).toContainText('Chargement impossible')
    await person.dialog.getByRole('button', { name: 'Fermer' }).click()
    await expect(person.dialog).toBeHidden()
  }

  await person.context.setOffline(false)
  await person.opensSignInDialog()
  await expect(person.dialog.getByLabel('Email')).toBeFocused()
})
