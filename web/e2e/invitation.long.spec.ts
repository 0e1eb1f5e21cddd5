import { expect, type Locator } from '@playwright/test'
import { checkAccessibility } from './support/appearance.ts'
import { DEVICES } from './support/devices.ts'
import { Operator } from './support/operator.ts'
import type { Person } from './support/person.ts'
import { DEMO_PASSWORD as PASSWORD, WRONG } from './support/signing-in.ts'
import { test } from './support/story.ts'

// The second owner: no other test signs in as this account while this one runs.
const EMAIL = 'associee@demo.bac'
const CHOSEN = 'thermodynamique'
/** The console message for a refused password. */
const REFUSED = /status of 40[01]/

/** The place of the form, and the steps that lead to it. */
type Place = { of: 'main' | 'dialog'; open: (person: Person) => Promise<void> }

const page: Place = { of: 'main', open: (person) => person.opens('/login') }
const dialog: Place = {
  of: 'dialog',
  async open(person) {
    await person.opens('/')
    await person.isVisitor()
    await person.opensSignInDialog()
  },
}

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

async function signsIn(person: Person, { of, open }: Place, password: string): Promise<void> {
  await open(person)
  await person.fillsIn(EMAIL, password, person[of])
  await person[of].getByRole('button', { name: 'Se connecter' }).click()
}

const [phone, desktop] = DEVICES

test.describe(`on the page, ${phone.device}`, () => {
  test.use(phone.options)

  test('an invited owner chooses a password at the first sign-in', async ({ person }) => {
    const form = person.main
    await operator.invites(EMAIL)
    const temporary = await person.codeFor(EMAIL)
    await signsIn(person, page, temporary)
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

    await person.expecting(REFUSED, () => signsIn(person, page, temporary))
    await expect(person.alert).toHaveText(WRONG)
    await signsIn(person, page, CHOSEN)
    await person.isSignedIn(EMAIL)
    await expect.poll(async () => (await person.keeps()).session).toEqual([])
  })
})

test.describe(`in the dialog, ${desktop.device}`, () => {
  test.use(desktop.options)

  test('a password that an operator has reset is replaced with a code by e-mail', async ({ person }) => {
    const form = person.dialog
    await operator.resetsPassword(EMAIL)
    await person.expecting(REFUSED, () => signsIn(person, dialog, PASSWORD))
    await person.sees('Votre mot de passe a été réinitialisé. Recevez un code pour en choisir un nouveau.')
    await expect(form.getByLabel('Email')).toHaveValue(EMAIL)
    await checkAccessibility(person.page, 'a reset password')
    await form.getByRole('button', { name: 'Recevoir un code' }).click()
    await expect(newPassword(form)).toBeVisible()
    await form.getByLabel('Code reçu par e-mail').fill(await person.codeFor(EMAIL))
    await newPassword(form).fill(CHOSEN)
    await form.getByRole('button', { name: 'Changer le mot de passe' }).click()
    await person.sees('Votre mot de passe a été modifié. Vous pouvez vous connecter.')
    await form.getByLabel('Mot de passe', { exact: true }).fill(CHOSEN)
    await form.getByRole('button', { name: 'Se connecter' }).click()
    await person.isSignedIn(EMAIL)
  })
})
