import { expect, test } from '@playwright/test'
import { Account, freshEmail } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'
import { emailOf, password, passwordOf, REFUSED, SIGNED_OUT, WRONG } from './support/signing-in.ts'

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let person: Person
    let origin: string

    test.beforeEach(async ({ browser, baseURL }) => {
      origin = baseURL as string
      person = await Person.at(browser, options)
    })
    test.afterEach(() => person.leaves())

    /** An account of the test's own, that nobody has signed in to. */
    async function newAccount(): Promise<string> {
      return (await Account.signedUp(origin)).email
    }

    test('a forgotten password is replaced with the code that was mailed, which ends every other sign-in', async ({
      browser,
    }) => {
      const email = await newAccount()
      const thief = await Person.at(browser, options)
      await thief.signsIn(email, password)
      await thief.isSignedIn(email)
      await person.opens('/login')
      await emailOf(person.main).fill(email)
      await person.button('Mot de passe oublié ?').click()
      await expect(person.heading('Mot de passe oublié')).toBeVisible()
      await expect(emailOf(person.main)).toHaveValue(email)
      await person.button('Recevoir un code').click()
      await person.sees(`Si un compte existe pour ${email}, un code vient de lui être envoyé.`)

      const code = person.page.getByLabel('Code reçu par e-mail')
      await code.fill('000000')
      await person.page.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await person.expecting(REFUSED, () => person.button('Changer le mot de passe').click())
      await expect(person.alert).toHaveText('Le code est incorrect ou a expiré.')
      await expect(person.page.getByLabel('Nouveau mot de passe')).toHaveValue('chimie-2026')
      await person.button('Renvoyer le code').click()
      await person.sees(`Si un compte existe pour ${email}, un nouveau code vient de lui être envoyé.`)
      await code.fill(await person.codeFor(email))
      await thief.expecting(SIGNED_OUT, () => person.button('Changer le mot de passe').click())
      await person.sees('Votre mot de passe a été modifié. Vous pouvez vous connecter.')
      await expect(emailOf(person.main)).toHaveValue(email)

      await passwordOf(person.main).fill(password)
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await expect(person.alert).toHaveText(WRONG)
      await passwordOf(person.main).fill('chimie-2026')
      // The thief's session is over as well: nobody waits for its minute.
      await person.main.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
      await thief.page.reload()
      await thief.isVisitor()
      await thief.leaves()
      await person.isSignedIn(email)
      await person.signsOut(email)
    })

    test('the dialog replaces a forgotten password too, and asks an address without an account for its code all the same', async () => {
      const email = await newAccount()
      const unknown = freshEmail()
      await person.opens('/premium')
      await person.opensSignInDialog()
      const { dialog } = person
      await emailOf(dialog).fill(unknown)
      await dialog.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
      await dialog.getByRole('button', { name: 'Recevoir un code' }).click()
      await person.sees(`Si un compte existe pour ${unknown}, un code vient de lui être envoyé.`)
      await dialog.getByLabel('Code reçu par e-mail').fill('123456')
      await dialog.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await person.expecting(REFUSED, () =>
        dialog.getByRole('button', { name: 'Changer le mot de passe' }).click(),
      )
      await expect(person.alert).toHaveText('Le code est incorrect ou a expiré.')
      await dialog.getByRole('button', { name: 'Retour à la connexion' }).click()
      await expect(emailOf(dialog)).toHaveValue(unknown)

      await emailOf(dialog).fill(email)
      await dialog.getByRole('button', { name: 'Mot de passe oublié ?' }).click()
      await dialog.getByRole('button', { name: 'Recevoir un code' }).click()
      await dialog.getByLabel('Nouveau mot de passe').fill('chimie-2026')
      await dialog.getByLabel('Code reçu par e-mail').fill(await person.codeFor(email))
      await dialog.getByRole('button', { name: 'Changer le mot de passe' }).click()
      await expect(emailOf(dialog)).toHaveValue(email)
      await passwordOf(dialog).fill('chimie-2026')
      await dialog.getByRole('button', { name: 'Se connecter' }).click()
      await person.isSignedIn(email)
      await expect(person.page).toHaveURL('/premium')
      await person.signsOut(email)
    })
  })
}
