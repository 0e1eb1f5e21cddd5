import { expect } from '@playwright/test'
import { checkAccessibility } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Operator } from './support/operator.ts'
import type { Person } from './support/person.ts'
import { DEMO_PASSWORD as PASSWORD, WRONG } from './support/signing-in.ts'
import { test } from './support/story.ts'

// The second owner: no other test signs in as them while this one runs.
const EMAIL = 'associee@demo.bac'
const CHOSEN = 'thermodynamique'
/** The console message for a refused password. */
const REFUSED = /status of 40[01]/

const [phone, desktop] = DEVICES

/** The sign-in page on a phone, and the sign-in dialog on a desktop. */
const places = [
  { ...phone, where: 'on the page', open: (person: Person) => person.opens('/login'), of: 'main' },
  {
    ...desktop,
    where: 'in the dialog',
    async open(person: Person) {
      await person.opens('/')
      await person.isVisitor()
      await person.opensSignInDialog()
    },
    of: 'dialog',
  },
] as const

for (const { device, options, where, open, of } of places) {
  test.describe(`${where}, ${device}`, () => {
    test.use({ ...options, reducedMotion: 'reduce' })

    let operator: Operator
    test.beforeEach(async ({ baseURL }) => {
      operator = await Operator.at(baseURL as string)
    })
    // Other tests find the account's usual password, even if this one fails.
    test.afterEach(async () => {
      await operator.setsPassword(EMAIL, PASSWORD)
      operator.leaves()
    })

    const check = (person: Person, state: string) => checkAccessibility(person.page, `${state} ${where}`)
    const newPassword = (person: Person) => person[of].getByLabel('Nouveau mot de passe')

    async function signsIn(person: Person, password: string): Promise<void> {
      await open(person)
      await person.fillsIn(EMAIL, password, person[of])
      await person[of].getByRole('button', { name: 'Se connecter' }).click()
    }

    test('an invited owner chooses a password at the first sign-in', async ({ person }) => {
      const form = person[of]
      await operator.invites(EMAIL)
      const temporary = await person.codeFor(EMAIL)
      await signsIn(person, temporary)
      await expect(newPassword(person)).toBeFocused()
      await expect(person.heading('Choisissez un nouveau mot de passe')).toBeVisible()
      await check(person, 'a new password')
      await newPassword(person).fill('court')
      await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
      await person.sees('Le mot de passe doit contenir au moins 6 caractères')
      await check(person, 'a short password')
      await newPassword(person).fill(CHOSEN)
      await form.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
      await person.isSignedIn(EMAIL)
      await person.opens('/admin')
      await expect(person.heading('Administration')).toBeVisible()
      await person.signsOut(EMAIL)

      await person.expecting(REFUSED, () => signsIn(person, temporary))
      await expect(person.alert).toHaveText(WRONG)
      await signsIn(person, CHOSEN)
      await person.isSignedIn(EMAIL)
      expect((await person.keeps()).session).toEqual([])
    })

    test('a password that an operator has reset is replaced with a code by e-mail', async ({ person }) => {
      const form = person[of]
      await operator.resetsPassword(EMAIL)
      await person.expecting(REFUSED, () => signsIn(person, PASSWORD))
      await person.sees('Votre mot de passe a été réinitialisé. Recevez un code pour en choisir un nouveau.')
      await expect(form.getByLabel('Email')).toHaveValue(EMAIL)
      await check(person, 'a reset password')
      await form.getByRole('button', { name: 'Recevoir un code' }).click()
      await expect(newPassword(person)).toBeVisible()
      await form.getByLabel('Code reçu par e-mail').fill(await person.codeFor(EMAIL))
      await newPassword(person).fill(CHOSEN)
      await form.getByRole('button', { name: 'Changer le mot de passe' }).click()
      await person.sees('Votre mot de passe a été modifié. Vous pouvez vous connecter.')
      await form.getByLabel('Mot de passe', { exact: true }).fill(CHOSEN)
      await form.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(EMAIL)
    })
  })
}
