import { expect } from '@playwright/test'
import { boxOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { asksCognito } from './support/held-requests.ts'
import type { Person } from './support/person.ts'
import { password, passwordOf, REFUSED, SIGNED_OUT, WRONG } from './support/signing-in.ts'
import { test } from './support/story.ts'

async function opensAccountPage(person: Person, email: string): Promise<void> {
  await person.opensUserMenu(email)
  await person.userMenu.getByRole('link', { name: 'Mon compte' }).click()
  await expect(person.heading('Mon compte')).toBeVisible()
}

const [phone, desktop] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('the user menu shows and refreshes the account, and its sign-out leaves nothing in the browser', async ({
    person,
    student,
  }) => {
    const { email } = student
    await person.hasSignedInBefore(student)
    await person.opens('/')
    await person.opensUserMenu(email)
    await person.sees(email, { within: person.userMenu.locator('#compte') })
    await expect(person.link('Passer en Premium').filter({ visible: true })).toHaveAttribute(
      'href',
      '/premium',
    )
    const menu = person.userMenu.locator('#compte')
    await expect.poll(async () => (await boxOf(menu)).x).toBeGreaterThanOrEqual(0)
    const end = async () => {
      const { x, width } = await boxOf(menu)
      return x + width
    }
    await expect.poll(end).toBeLessThanOrEqual(phone.options.viewport.width)

    const refresh = person.button('Rafraîchir la session')
    const asked = person.page.waitForRequest((request) => request.url().includes('/api/session'))
    await person.whileWaitingFor(
      (request) => request.url().includes('/api/session'),
      () => refresh.click(),
      async () => {
        await asked
        await expect(refresh).toBeDisabled()
      },
    )
    await expect(refresh).toBeEnabled()

    await expect.poll(async () => (await person.keeps()).local).not.toEqual([])
    await person.button('Se déconnecter').click()
    await person.isVisitor()
    await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })
    await person.opens('/compte')
    await person.sees('Connectez-vous pour voir et gérer votre compte.')
  })

  test('a change of password on the account page ends every copy of the sign-in', async ({
    person,
    arrives,
    student,
  }) => {
    const { email } = student
    await person.opens('/compte')
    await person.main.getByRole('link', { name: 'Se connecter' }).click()
    await person.fillsIn(email, password)
    await person.main.getByRole('button', { name: 'Se connecter' }).click()
    await expect(person.page).toHaveURL('/compte')
    await person.sees(email, { within: person.main })
    await person.sees('Compte gratuit')
    await person.sees(/^\d{1,2}(?:er)? \p{L}+ 20\d\d$/u, { within: person.main })

    const copied = await person.context.storageState()
    const copy = await arrives({ storageState: copied })
    await copy.hasKeyOf(person)
    await copy.opens('/compte')
    await copy.sees(email, { within: copy.main })

    const current = person.page.getByLabel('Mot de passe actuel')
    const next = person.page.getByLabel('Nouveau mot de passe')
    await person.button('Changer le mot de passe').click()
    await expect(current).toHaveAccessibleDescription('Ce champ est obligatoire')
    await current.fill('pas-le-bon')
    await next.fill('chimie-2026')
    await person.expecting(REFUSED, () => person.button('Changer le mot de passe').click())
    await expect(person.alert).toHaveText('Mot de passe actuel incorrect')
    await expect(next).toHaveValue('chimie-2026')
    await current.fill(password)
    await copy.expecting(SIGNED_OUT, () =>
      person.whileWaitingFor(
        asksCognito('ChangePassword'),
        () => person.button('Changer le mot de passe').click(),
        () => expect(person.button('Modification en cours...')).toBeDisabled(),
      ),
    )
    await person.sees('Votre mot de passe a été modifié.')
    await expect(current).toHaveValue('')
    await expect(next).toHaveValue('')
    await copy.page.reload()
    await copy.isVisitor()
    await person.page.reload()
    await person.isSignedIn(email)
    await person.signsOut(email)

    await person.signsIn(email, password)
    await expect(person.alert).toHaveText(WRONG)
    await passwordOf(person.main).fill('chimie-2026')
    await person.main.getByRole('button', { name: 'Se connecter' }).click()
    await person.isSignedIn(email)
  })
})

test.describe(desktop.device, () => {
  test.use(desktop.options)

  test('the account page deletes the account', async ({ person, student }) => {
    const { email } = student
    await person.hasSignedInBefore(student)
    await person.opens('/')
    await opensAccountPage(person, email)
    await person.button('Supprimer mon compte').click()
    await person.sees('Cette action est définitive : rien ne pourra être rétabli.', {
      within: person.dialog,
    })
    await person.dialog.getByRole('button', { name: 'Annuler' }).click()
    await expect(person.dialog).toBeHidden()
    await person.button('Supprimer mon compte').click()
    const confirmation = person.dialog.getByLabel('Mot de passe actuel')
    await expect(confirmation).toBeFocused()
    await confirmation.fill('chimie-2026')
    await person.expecting(REFUSED, () =>
      person.dialog.getByRole('button', { name: 'Supprimer définitivement' }).click(),
    )
    await expect(person.alert).toHaveText('Mot de passe actuel incorrect')
    await confirmation.fill(password)
    await person.whileWaitingFor(
      (request) => request.method() === 'DELETE' && request.url().endsWith('/api/account'),
      () => person.dialog.getByRole('button', { name: 'Supprimer définitivement' }).click(),
      () => expect(person.dialog.getByRole('button', { name: 'Suppression en cours...' })).toBeDisabled(),
    )
    await person.sees('Votre compte a été supprimé.')
    await expect(person.page.getByText('Votre compte a été supprimé.')).toBeInViewport()
    await expect.poll(() => person.keeps()).toEqual({ local: [], session: [], cookies: [] })
    await person.link("Retour à l'accueil").click()
    await expect(person.page).toHaveURL('/')

    await person.expecting(REFUSED, () => person.signsIn(email, password))
    await expect(person.alert).toHaveText(WRONG)
  })
})
