import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { emailOf, password, passwordOf, REFUSED, SIGNED_OUT, WRONG } from './support/signing-in.ts'
import { test } from './support/story.ts'

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('a forgotten password is replaced with a code by e-mail, which ends every other sign-in', async ({
    person,
    arrives,
    student,
  }) => {
    const { email } = student
    const thief = await arrives()
    await thief.hasSignedInBefore(student)
    await thief.opens('/')
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
    // The other session is over, so that the sign-in need not wait for its lease.
    await person.main.getByRole('button', { name: 'Se connecter' }).click()
    await person.isSignedIn(email)
    await thief.page.reload()
    await thief.isVisitor()
    await person.isSignedIn(email)
  })
})

test.describe(desktop.device, () => {
  test.use(desktop.options)

  test('the dialog replaces a forgotten password and does not reveal whether an address has an account', async ({
    person,
    student,
  }) => {
    const { email } = student
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
  })
})
