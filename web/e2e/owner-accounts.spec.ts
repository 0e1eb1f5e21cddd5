import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { paymentRequestNumber, samplePaymentInput, samplePicture } from '#shared/entities/payment-request.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { Account, freshEmail, OWNER, PARTNER, password } from './support/account.ts'
import { phone } from './support/devices.ts'
import { returnsReceivedFiles } from './support/owner-calls.ts'
import { accepts, claims, finds, opens, rowOf } from './support/owner-pages.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'

test.use({ ...phone.options, as: OWNER })

test('an owner gives Premium with its payment, frees a session, blocks and deletes an account', async ({
  person: owner,
  student,
}) => {
  const row = rowOf(owner, student)
  let { sessionId = '' } = await claims(student)
  const codeOf = async () => (await student.calls('GET', '/api/session', { sessionId })).json.code

  await test.step('a payment is noted, and is in the exported list', async () => {
    await finds(owner, student)
    await opens(owner, student, 'Paiement')
    await owner.dialog.getByLabel('Date de fin').fill('2099-07-10')
    await owner.dialog.getByLabel('Montant (DH)').fill('250')
    await owner.dialog.getByLabel('Référence').fill('VIR-7')
    await accepts(owner, 'Enregistrer')
    await owner.sees(`${student.email} : statut Premium confirmé`)
    await expect(row).toContainText('250 DH, Virement bancaire, réf. VIR-7')
    const saving = owner.page.waitForEvent('download')
    await owner.button('Exporter (CSV)').click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
    expect(lines.find((line) => line.startsWith(`${student.email};`))).toContain(
      ';Premium;10 juillet 2099;250;Virement bancaire;VIR-7;',
    )
  })

  await test.step('a freed session is over, and may be claimed again', async () => {
    await opens(owner, student, 'Session')
    await owner.sees(/^Session active\s: un autre appareil peut se connecter après \d+ s/)
    await accepts(owner, 'Libérer la session')
    await owner.sees(`${student.email} : session libérée`)
    await expect.poll(codeOf).toBe('SESSION_INACTIVE')
    sessionId = (await claims(student)).sessionId ?? ''
    await expect.poll(codeOf).toBeUndefined()
  })

  await test.step('a blocked account is out with a reason, until it is unblocked', async () => {
    await opens(owner, student, 'Bloquer')
    await owner.dialog.getByLabel('Raison').fill('Compte partagé')
    await accepts(owner, 'Bloquer')
    await expect(row).toBeHidden()
    await expect.poll(codeOf).toBe('ACCOUNT_BLOCKED')
    await owner.opens('/admin/bloques')
    await expect(row).toContainText('Compte partagé')
    await row.getByRole('button', { name: 'Débloquer' }).click()
    await accepts(owner, 'Débloquer')
    await expect(row).toBeHidden()
  })

  await test.step('an account is deleted after a question', async () => {
    await finds(owner, student)
    await opens(owner, student, 'Supprimer')
    await owner.sees('Êtes-vous sûr de vouloir supprimer cet utilisateur ?')
    await accepts(owner, 'Supprimer')
    await owner.sees('Utilisateur supprimé avec succès')
    await expect.poll(codeOf).toBeTruthy()
  })
})

test('an address that an owner has blocked cannot sign up', async ({ person: owner, arrives }) => {
  const email = freshEmail()
  await owner.opens('/admin/bloques')
  await owner.button('Bloquer une adresse').click()
  await owner.dialog.getByLabel('Email').fill(email)
  await owner.dialog.getByLabel('Raison').fill('Ancien compte')
  await accepts(owner, 'Bloquer')
  await expect(owner.row(new RegExp(`^${email}`))).toContainText('Ancien compte')
  const stranger = await arrives()
  await stranger.expecting(/status of 400/, () => stranger.signsUp(email, password))
  await expect(stranger.alert).toBeVisible()
})

const PAYMENTS = '/api/account/payment-requests'

async function declaresPayment(student: Account) {
  const { sessionId = '' } = await claims(student)
  const body = { ...samplePaymentInput, reference: `VIR ${student.email}` }
  const { json } = await student.calls('POST', PAYMENTS, { sessionId, body })
  return { id: String(json.id), sessionId }
}

test('of two owners who decide about one payment at once, the second is told so', async ({
  person: owner,
  arrives,
  student,
}) => {
  const { id, sessionId } = await declaresPayment(student)
  const sent = await student.calls('PUT', `${PAYMENTS}/${id}/receipt`, { sessionId, body: samplePicture() })
  expect(sent.status).toBe(204)
  const partner = await arrives(phone.options, PARTNER)
  const card = ({ main }: Person) => main.getByRole('article', { name: student.email })
  for (const each of [owner, partner]) {
    await each.opens(`/admin/demandes?search=${paymentRequestNumber(id)}`)
    await expect(card(each).getByRole('img')).toBeVisible()
  }
  await card(owner)
    .getByRole('button', { name: /^Activer jusqu'au / })
    .click()
  await owner.sees(/: Premium activé jusqu'au /)
  await card(partner).getByRole('button', { name: 'Refuser' }).click()
  await partner.dialog.getByRole('button', { name: /^Le reçu est illisible/ }).click()
  // A refusal is held back for ten seconds.
  await partner.expecting(/status of 409/, () =>
    expect(partner.alert).toContainText('Cette demande est déjà approuvée.', { timeout: 15_000 }),
  )
})

/** The long run plays a whole Sunday. */
const [PAYERS, ASKERS, EACH] = isLongRun ? [15, 4, 5] : [2, 1, 3]
const FILES = 3

test('on a Sunday an owner goes from home through payments, questions and files in few taps', async ({
  person: owner,
  givesPremium,
  afterwards,
  baseURL,
}) => {
  const signUp = () => Account.signedUp(baseURL as string)
  afterwards(returnsReceivedFiles)
  const payers: Account[] = []
  for (let index = 0; index < PAYERS; index += 1) {
    const payer = await signUp()
    await declaresPayment(payer)
    payers.push(payer)
  }
  const questions: string[] = []
  for (let index = 0; index < ASKERS; index += 1) {
    const student = await signUp()
    await givesPremium(student)
    const { sessionId = '' } = await claims(student)
    for (let number = 1; number <= EACH; number += 1) {
      const text = `Question ${number} de ${student.email.split('@')[0]} ?`
      const asked = { chapter: 'SM/electricite/1', text }
      const { status } = await student.calls('POST', '/api/questions', { sessionId, body: asked })
      expect(status).toBeLessThan(300)
      questions.push(text)
    }
  }
  await owner.opens('/admin/fichiers-recus')
  await owner.button('Chercher maintenant').click()
  await owner.sees('Recherche terminée')

  let taps = 0
  const tap = async (control: Locator) => {
    taps += 1
    await control.click()
  }
  const takes = async (most: number, work: () => Promise<void>) => {
    taps = 0
    await work()
    expect(taps).toBeLessThanOrEqual(most)
  }
  const reaches = (name: RegExp) =>
    takes(2, async () => {
      await owner.opens('/')
      await tap(owner.main.getByRole('list', { name: 'À faire' }).getByRole('link', { name }))
    })

  await test.step('payments, one tap each', async () => {
    await reaches(/ paiements? déclarés?$/)
    await takes(PAYERS, async () => {
      for (const { email } of payers) {
        const card = owner.main.getByRole('article', { name: email })
        await tap(card.getByRole('button', { name: /^Activer jusqu'au / }))
        await expect(card).toHaveCount(0)
      }
    })
  })

  await test.step('questions, two taps each', async () => {
    await reaches(/ questions?$/)
    await takes(2 * questions.length, async () => {
      const [first = ''] = questions
      await tap(owner.rows.filter({ hasText: first }).getByRole('button', { name: /^Répondre/ }))
      for (const text of questions) {
        await expect(owner.dialog.getByText(text)).toBeVisible()
        await expect(owner.dialog.getByLabel('Réponse')).toBeFocused()
        await owner.page.keyboard.insertText('Relisez la loi des mailles.')
        await tap(owner.dialog.getByRole('button', { name: /^Envoyer/ }))
        await expect(owner.dialog.getByText(text)).toHaveCount(0)
      }
    })
  })

  await test.step('files, three taps each', async () => {
    await reaches(/ fichiers? reçus?$/)
    await takes(3 * FILES, async () => {
      await expect(owner.rows).not.toHaveCount(0)
      const before = await owner.rows.count()
      for (let index = 1; index <= FILES; index += 1) {
        await tap(owner.button(/^Ajouter :/).first())
        await expect(owner.rows).toHaveCount(before - index)
      }
    })
  })
})
