import { readFile } from 'node:fs/promises'
import { expect, type Locator, test } from '@playwright/test'
import { Account, freshEmail } from './support/account.ts'
import { answers, asks } from './support/answers.ts'
import { isAccessible } from './support/axe.ts'
import { DEVICES } from './support/devices.ts'
import { Person } from './support/person.ts'

const OWNER = 'associee@demo.bac'
const MIDDLE_OF_ADDRESS = /-(\d+-\d+)@/

for (const { device, options } of DEVICES) {
  test.describe(device, () => {
    let owner: Person
    let student: Account
    let row: Locator

    test.beforeAll(async ({ browser }) => {
      owner = await Person.withoutWorker(browser, { ...options, acceptDownloads: true })
      await owner.signsIn(OWNER, 'demo1234')
      await owner.isSignedIn(OWNER)
    })
    test.beforeEach(async ({ baseURL }) => {
      student = await Account.signedUp(baseURL as string)
      row = owner.row(new RegExp(`^${student.email}`))
    })
    // The other device signs in with the same account.
    test.afterAll(async () => {
      await owner.opens('/contact')
      await owner.signsOut(OWNER)
      await owner.leaves()
    })

    const finds = async (email: string) => {
      await owner.opens('/admin')
      await owner.page.getByPlaceholder('Rechercher des utilisateurs...').fill(email)
      await owner.sees(`1 utilisateur trouvé pour « ${email} »`)
      await expect(row).toBeVisible()
    }
    const opens = async (action: string) => {
      await row.getByRole('button', { name: 'Autres actions' }).click()
      await row.getByRole('button', { name: action, exact: true }).click()
      await expect(owner.dialog).toBeVisible()
    }
    const accepts = (name: string) => owner.dialog.getByRole('button', { name, exact: true }).click()
    const count = async () => {
      const heading = owner.page.getByRole('heading', { name: /^Utilisateurs \(\d+\)$/ })
      return Number(/\d+/.exec((await heading.textContent()) ?? '')?.[0])
    }
    /** A session of his, as his phone would hold it. */
    const claims = async () => {
      const { status, json } = await student.calls('POST', '/api/session', { body: {} })
      return { status, code: json.code, sessionId: json.sessionId as string | undefined }
    }

    test('a student is found by any part of his address, and the address of the page keeps the search', async () => {
      const [, part = ''] = MIDDLE_OF_ADDRESS.exec(student.email) ?? []
      await owner.opens('/admin')
      await expect(owner.rows.first()).toBeVisible()
      await isAccessible(owner.page, `users ${device}`)
      await owner.page.getByPlaceholder('Rechercher des utilisateurs...').fill(part.toUpperCase())
      await owner.sees(`1 utilisateur trouvé pour « ${part.toUpperCase()} »`)
      await expect(owner.page).toHaveURL(`/admin?q=${part.toUpperCase()}`)
      await owner.page.reload()
      await expect(row).toBeVisible()
      await expect(owner.rows).toHaveCount(1)

      await owner.page.getByPlaceholder('Rechercher des utilisateurs...').fill(freshEmail())
      await owner.sees('Aucun utilisateur trouvé.')
      await isAccessible(owner.page, `nobody found ${device}`)
      await owner.link('Utilisateurs').first().click()
      await expect(owner.page.getByPlaceholder('Rechercher des utilisateurs...')).toHaveValue('')
    })

    test('an owner gives Premium at one press, notes what was paid, and takes it back', async () => {
      await finds(student.email)
      await row.getByRole('button', { name: 'Rendre Premium' }).click()
      await owner.sees(`${student.email} : statut Premium confirmé`)
      await isAccessible(owner.page, `confirmation ${device}`)
      await expect(row).toContainText('sans date de fin')
      await expect(owner.page.getByText('statut Premium confirmé')).toBeHidden()

      await opens('Paiement')
      await isAccessible(owner.page, `payment ${device}`)
      await owner.dialog.getByLabel('Date de fin').fill('2020-01-01')
      await owner.dialog.getByLabel('Montant (DH)').fill('250')
      await owner.dialog.getByLabel('Référence').fill('VIR-7')
      await accepts('Enregistrer')
      await owner.sees('La date de fin est passée')
      await isAccessible(owner.page, `payment with a fault ${device}`)
      await owner.dialog.getByLabel('Date de fin').fill('2099-07-10')
      await accepts('Enregistrer')
      await expect(owner.dialog).toBeHidden()
      await expect(row).toContainText("jusqu'au 10 juillet 2099")
      await expect(row).toContainText('250 DH, Virement bancaire, réf. VIR-7')
      await owner.page.reload()
      await expect(row).toContainText('250 DH, Virement bancaire, réf. VIR-7')

      const saving = owner.page.waitForEvent('download')
      await owner.button('Exporter les Premium (CSV)').click()
      const file = await saving
      expect(file.suggestedFilename()).toBe('utilisateurs-premium.csv')
      const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
      expect(lines.find((line) => line.startsWith(`${student.email};`))).toContain(
        ';Premium;10 juillet 2099;250;Virement bancaire;VIR-7;',
      )

      await row.getByRole('button', { name: 'Rendre Gratuit' }).click()
      await owner.sees(`${student.email} : statut Gratuit confirmé`)
      await expect(row).toContainText('Gratuit')
    })

    test('an owner frees the session of a student who is kept out', async () => {
      const { sessionId = '' } = await claims()
      await finds(student.email)
      await opens('Session')
      await owner.sees(/^Session active : un autre appareil peut se connecter après \d+ s/)
      await isAccessible(owner.page, `session ${device}`)
      await accepts('Libérer la session')
      await owner.sees(`${student.email} : session libérée`)
      const after = await student.calls('GET', '/api/session', { sessionId })
      expect(after.json).toMatchObject({ code: 'SESSION_INACTIVE' })
      expect((await claims()).status).toBe(200)

      await opens('Session')
      await accepts('Libérer la session')
      await opens('Session')
      await owner.sees('Aucune session : ce compte peut se connecter.')
    })

    test('an owner blocks a student with a reason, and lets him in again', async () => {
      const { sessionId = '' } = await claims()
      await finds(student.email)
      const before = await count()
      await opens('Bloquer')
      await isAccessible(owner.page, `block ${device}`)
      await owner.dialog.getByLabel('Raison').fill('Compte partagé')
      await accepts('Bloquer')
      await owner.sees(`${student.email} : adresse bloquée`)
      await expect(row).toBeHidden()
      expect(await count()).toBe(before - 1)
      const refused = await student.calls('GET', '/api/session', { sessionId })
      expect(refused.json).toMatchObject({ code: 'ACCOUNT_BLOCKED' })

      await owner.link(/^Utilisateurs Bloqués \(\d+\)$/).click()
      await expect(row).toContainText('Compte partagé')
      await expect(row).toContainText(OWNER)
      await isAccessible(owner.page, `blocked ${device}`)
      await row.getByRole('button', { name: 'Débloquer' }).click()
      await isAccessible(owner.page, `unblock ${device}`)
      await accepts('Débloquer')
      await owner.sees(`${student.email} : adresse débloquée`)
      await expect(row).toBeHidden()
      await finds(student.email)
    })

    test('an owner blocks an address that has no account, and nobody signs up with it', async ({
      browser,
    }) => {
      const email = freshEmail()
      await owner.opens('/admin/bloques')
      await owner.button('Bloquer une adresse').click()
      await owner.dialog.getByLabel('Email').fill(email)
      await owner.dialog.getByLabel('Raison').fill('Ancien compte')
      await accepts('Bloquer')
      await expect(owner.row(new RegExp(`^${email}`))).toContainText('Ancien compte')

      const stranger = await Person.at(browser)
      await stranger.expecting(/status of 400/, () => stranger.signsUp(email, 'physique-2026'))
      await expect(stranger.alert).toBeVisible()
      await stranger.leaves()

      await owner
        .row(new RegExp(`^${email}`))
        .getByRole('button', { name: 'Débloquer' })
        .click()
      await accepts('Débloquer')
      await expect(owner.row(new RegExp(`^${email}`))).toBeHidden()
    })

    test('an owner deletes an account once he has confirmed it', async () => {
      const { sessionId = '' } = await claims()
      await finds(student.email)
      await row.getByRole('button', { name: 'Supprimer' }).click()
      await owner.sees('Êtes-vous sûr de vouloir supprimer cet utilisateur ?')
      await isAccessible(owner.page, `deletion ${device}`)
      await accepts('Annuler')
      await expect(row.getByRole('button', { name: 'Supprimer' })).toBeFocused()

      // The server cannot: the account stays, and the reason is said for 5 s.
      const path = `/api/admin/users/${student.id}`
      await answers(owner.page, path, { status: 500, code: 'INTERNAL_ERROR' })
      await row.getByRole('button', { name: 'Supprimer' }).click()
      await owner.expecting(/status of 500/, () => accepts('Supprimer'))
      await expect(owner.alert).toContainText(
        "Une erreur est survenue lors de la suppression de l'utilisateur",
      )
      await isAccessible(owner.page, `failed deletion ${device}`)
      await expect(owner.alert).toBeHidden()
      await expect(row).toBeVisible()
      await owner.page.unrouteAll()

      await row.getByRole('button', { name: 'Supprimer' }).click()
      await accepts('Supprimer')
      await owner.sees('Utilisateur supprimé avec succès')
      await expect(row).toBeHidden()
      await expect(owner.page.getByRole('heading', { name: /^Utilisateurs \(/ })).toBeFocused()
      expect((await student.calls('GET', '/api/session', { sessionId })).status).toBeGreaterThanOrEqual(401)
      await expect(owner.page.getByText('Utilisateur supprimé avec succès')).toBeHidden()
    })

    test('an administrator cannot be changed here', async () => {
      await owner.opens('/admin?q=admin@demo.bac')
      const admin = owner.row(/^admin@demo\.bac/)
      await expect(admin.getByText('Admin', { exact: true })).toBeVisible()
      await expect(admin.getByRole('button')).toHaveCount(1)
      await expect(admin.getByRole('button', { name: 'Rafraîchir cet utilisateur' })).toBeEnabled()
    })

    test('each state of the list', async () => {
      await owner.whileWaitingFor(
        asks('/api/admin/users'),
        () => owner.opens('/admin'),
        async () => {
          await expect(owner.heading('Administration')).toBeVisible()
          await owner.sees('Chargement en cours...')
          await isAccessible(owner.page, `users loading ${device}`)
        },
      )
      await expect(owner.rows.first()).toBeVisible()
      await owner.expecting(/ERR_INTERNET_DISCONNECTED/, () => owner.context.setOffline(true))
      await owner.button('Actualiser').click()
      await owner.sees('Vous êtes hors ligne. Veuillez vérifier votre connexion internet.')
      await owner.context.setOffline(false)

      await answers(owner.page, '/api/admin/users', { status: 400, code: 'INVALID_REQUEST' })
      await owner.expecting(/status of 400/, () => owner.opens('/admin'))
      await expect(owner.alert).toContainText('Une erreur est survenue lors du chargement des utilisateurs')
      await isAccessible(owner.page, `users failed ${device}`)
      await owner.page.unrouteAll()
    })
  })
}
