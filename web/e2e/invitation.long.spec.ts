import { expect, type Locator } from '@playwright/test'
import { DEMO_PASSWORD as PASSWORD, WRONG } from './support/account.ts'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { Operator } from './support/operator.ts'
import { test } from './support/story.ts'

// The second owner: no other test signs in as this account while this one runs.
const EMAIL = 'associee@demo.bac'
const CHOSEN = 'thermodynamique'
/** The console message for a refused password. */
const REFUSED = /status of 40[01]/

let operator: Operator
test.beforeEach(async ({ baseURL }) => {
  operator = await Operator.at(baseURL as string)
})
// Restores the account's usual password for other tests, even if this one fails.
test.afterEach(async () => {
  await operator.setsPassword(EMAIL, PASSWORD)
  operator.leaves()
})

const newPassword = (form: Locator) => form.getByLabel('Nouveau mot de passe')

const [phone] = DEVICES
test.use(phone.options)

test('an invited owner chooses a password at the first sign-in', async ({ person }) => {
  const form = person.main
  await operator.invites(EMAIL)
  const temporary = await person.codeFor(EMAIL)
  await person.signsIn(EMAIL, temporary)
  await expect(newPassword(form)).toBeFocused()
  await expect(person.heading('Choisissez un nouveau mot de passe')).toBeVisible()
  await checkAccessibility(person.page, 'a new password')
  await newPassword(form).fill('court')
  await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
  await person.sees('Le mot de passe doit contenir au moins 6 caractères')
  await checkAccessibility(person.page, 'a short password')
  await newPassword(form).fill(CHOSEN)
  await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
  await person.isSignedIn(EMAIL)
  await person.opens('/admin')
  await expect(person.heading('Administration')).toBeVisible()
  await person.signsOut(EMAIL)

  await person.expecting(REFUSED, () => person.signsIn(EMAIL, temporary))
  await expect(person.alert).toHaveText(WRONG)
  await person.signsIn(EMAIL, CHOSEN)
  await person.isSignedIn(EMAIL)
  await expect.poll(async () => (await person.keeps()).session).toEqual([])
})
