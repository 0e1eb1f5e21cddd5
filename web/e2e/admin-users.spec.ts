import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { heightOf, topOf } from './support/box.ts'
import { DEVICES } from './support/devices.ts'
import { test } from './support/story.ts'
import { accepts, chooses, claims, finds, opens, rowOf } from './support/student-row.ts'

const OWNER = 'associee@demo.bac'
/** The longest time for which a message stays. */
const MESSAGE_STAYS_MS = 5_000

test.use({ as: OWNER })

const [phone] = DEVICES

test.describe(phone.device, () => {
  test.use(phone.options)

  test('an owner gives Premium, notes the payment, and takes it back', async ({ person: owner, student }) => {
    const row = rowOf(owner, student)
    await owner.page.clock.install()
    await finds(owner, student)
    await opens(owner, student, 'Paiement')
    await owner.dialog.getByLabel('Date de fin').fill('2020-01-01')
    await owner.dialog.getByLabel('Montant (DH)').fill('250')
    await owner.dialog.getByLabel('Référence').fill('VIR-7')
    await accepts(owner, 'Enregistrer')
    await owner.sees('La date de fin est passée')
    await owner.dialog.getByLabel('Date de fin').fill('2099-07-10')
    await accepts(owner, 'Enregistrer')
    await expect(owner.dialog).toBeHidden()
    await owner.sees(`${student.email} : statut Premium confirmé`)
    await owner.page.clock.fastForward(MESSAGE_STAYS_MS)
    await expect(owner.page.getByText('statut Premium confirmé')).toBeHidden()
    await expect(row).toContainText("jusqu'au 10 juillet 2099")
    await expect(row).toContainText('250 DH, Virement bancaire, réf. VIR-7')
    await owner.page.reload()
    await expect(row).toContainText('250 DH, Virement bancaire, réf. VIR-7')

    const saving = owner.page.waitForEvent('download')
    await owner.button('Exporter (CSV)').click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('utilisateurs.csv')
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines.find((line) => line.startsWith(`${student.email};`))).toContain(
      ';Premium;10 juillet 2099;250;Virement bancaire;VIR-7;',
    )

    await chooses(owner, student, 'Rendre Gratuit')
    await owner.sees(`${student.email} : statut Gratuit confirmé`)
    await expect(row).toContainText('Gratuit')
  })

  test('an owner releases the session of a student who is locked out', async ({ person: owner, student }) => {
    const { sessionId = '' } = await claims(student)
    await finds(owner, student)
    await opens(owner, student, 'Session')
    await owner.sees(/^Session active : un autre appareil peut se connecter après \d+ s/)
    await accepts(owner, 'Libérer la session')
    await owner.sees(`${student.email} : session libérée`)
    const after = await student.calls('GET', '/api/session', { sessionId })
    expect(after.json).toMatchObject({ code: 'SESSION_INACTIVE' })
    const again = await claims(student)
    expect(again.status).toBe(200)

    await opens(owner, student, 'Session')
    await accepts(owner, 'Libérer la session')
    await opens(owner, student, 'Session')
    await owner.sees('Aucune session : ce compte peut se connecter.')
  })

  test('an owner deletes an account after a confirmation', async ({ person: owner, student }) => {
    const row = rowOf(owner, student)
    const { sessionId = '' } = await claims(student)
    await owner.page.clock.install()
    await finds(owner, student)
    await row.getByRole('button', { name: 'Autres actions' }).click()
    const [above, deletion] = [
      row.getByRole('button', { name: 'Bloquer' }),
      row.getByRole('button', { name: 'Supprimer' }),
    ]
    // A thumb that misses the action above meets no deletion.
    await expect
      .poll(async () => (await topOf(deletion)) - (await topOf(above)) - (await heightOf(above)))
      .toBeGreaterThan(15)
    await owner.page.keyboard.press('Escape')
    await opens(owner, student, 'Supprimer')
    await owner.sees('Êtes-vous sûr de vouloir supprimer cet utilisateur ?')
    await accepts(owner, 'Annuler')
    await expect(row.getByRole('button', { name: 'Autres actions' })).toBeFocused()

    await opens(owner, student, 'Supprimer')
    await accepts(owner, 'Supprimer')
    await owner.sees('Utilisateur supprimé avec succès')
    await expect(row).toBeHidden()
    await expect(owner.page.getByRole('heading', { name: /^Utilisateurs \(/ })).toBeFocused()
    const after = await student.calls('GET', '/api/session', { sessionId })
    expect(after.status).toBeGreaterThanOrEqual(401)
    await owner.page.clock.fastForward(MESSAGE_STAYS_MS)
    await expect(owner.page.getByText('Utilisateur supprimé avec succès')).toBeHidden()
  })
})
