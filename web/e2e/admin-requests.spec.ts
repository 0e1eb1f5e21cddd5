import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { getReceipt } from '#shared/contract/admin/payment-requests.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { paymentRequestNumber, samplePaymentInput, samplePicture } from '#shared/entities/payment-request.ts'
import type { Account } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { MockedRoute } from './support/mocked-route.ts'
import type { Person } from './support/person.ts'
import { test } from './support/story.ts'
import { claims, rowOf } from './support/student-row.ts'

const FIRST = 'proprietaire@demo.bac'
const SECOND = 'associee@demo.bac'

/** Declares a payment with a receipt, as a student's phone would. */
async function declares(student: Account): Promise<{ number: string; state: () => Promise<unknown> }> {
  const { sessionId = '' } = await claims(student)
  const path = '/api/account/payment-requests'
  const body = { ...samplePaymentInput, reference: `VIR ${student.email}` }
  const { status, json } = await student.calls('POST', path, { sessionId, body })
  expect(status).toBe(201)
  const id = String(json.id)
  const picture = await student.calls('PUT', `${path}/${id}/receipt`, { sessionId, body: samplePicture() })
  expect(picture.status).toBe(204)
  const state = async () => {
    const { json: own } = await student.calls('GET', path, { sessionId })
    const [{ status: now, reason } = {}] = own.items as { status?: string; reason?: string }[]
    return { status: now, reason }
  }
  return { number: paymentRequestNumber(id), state }
}

/** The card of a student's request. */
const cardOf = ({ main }: Person, { email }: Account) => main.getByRole('article', { name: email })

const [phone] = DEVICES
test.use({ ...phone.options, as: FIRST })

test('two owners decide about one request at once, and the second is told so', async ({
  person: owner,
  arrives,
  knows,
  student,
}) => {
  const { number, state } = await declares(student)
  const partner = await arrives(phone.options)
  await partner.hasSignedInBefore(await knows(SECOND))
  for (const each of [owner, partner]) {
    await each.opens(`/admin/demandes?search=${number}`)
    await expect(cardOf(each, student).getByRole('img')).toBeVisible()
  }
  await cardOf(owner, student)
    .getByRole('button', { name: /^Activer jusqu'au / })
    .click()
  await owner.sees(/: Premium activé jusqu'au /)
  await expect(cardOf(owner, student)).toBeHidden()
  await expect.poll(state).toMatchObject({ status: 'approved' })

  await cardOf(partner, student).getByRole('button', { name: 'Refuser' }).click()
  await partner.expecting(/status of 409/, () =>
    partner.dialog.getByRole('button', { name: /^Le reçu est illisible/ }).click(),
  )
  await expect(partner.alert).toContainText('Cette demande est déjà approuvée.')
  await expect(cardOf(partner, student)).toBeHidden()
  await partner.link('1 demande approuvée').click()
  await expect(cardOf(partner, student)).toContainText(`par ${FIRST}`)
})

test('an owner looks at a receipt, and refuses with a reason that the student reads', async ({
  person: owner,
  student,
}) => {
  const { number, state } = await declares(student)
  const receipt = await MockedRoute.on(owner.page, getReceipt, { refusal: 'NOT_FOUND' })
  await owner.expecting(/status of 404/, () => owner.opens(`/admin/demandes?search=${number}`))
  await owner.sees('Erreur lors du chargement du reçu')
  receipt.setOutcome('real')
  await cardOf(owner, student).getByRole('button', { name: 'Réessayer' }).click()
  await cardOf(owner, student)
    .getByRole('button', { name: /^Reçu de la demande/ })
    .click()
  await owner.dialog.getByRole('button', { name: 'Taille réelle' }).click()
  await expect(owner.dialog.getByRole('button', { name: 'Ajuster à la fenêtre' })).toBeVisible()
  await owner.page.keyboard.press('Escape')
  await cardOf(owner, student).getByRole('button', { name: 'Refuser' }).click()
  await owner.dialog.getByRole('button', { name: 'Autre raison...' }).click()
  await owner.dialog.getByLabel('Raison').fill('Nous avons reçu <b>150</b> DH.')
  await owner.dialog.getByRole('button', { name: 'Refuser' }).click()
  await owner.sees(`Demande n° ${number} refusée`)
  await expect(cardOf(owner, student)).toBeHidden()
  await expect.poll(state).toEqual({ status: 'refused', reason: 'Nous avons reçu <b>150</b> DH.' })
  await owner.link('1 demande refusée').click()
  await expect(cardOf(owner, student)).toContainText('Nous avons reçu <b>150</b> DH.')
})

test('an owner names another day, and finds the account among those whose Premium ends', async ({
  person: owner,
  student,
}) => {
  const { number } = await declares(student)
  await owner.opens('/admin')
  await owner.main.getByLabel('Afficher').selectOption('Demande en attente')
  await expect(rowOf(owner, student)).toBeVisible()

  await owner.opens(`/admin/demandes?search=${number}`)
  await cardOf(owner, student).getByRole('button', { name: 'Autre date ou montant' }).click()
  const lastDay = daysBefore(moroccanDay(new Date()), -10)
  await owner.dialog.getByLabel('Date de fin').fill(lastDay)
  await owner.dialog.getByLabel('Montant reçu (DH)').fill('199,50')
  await owner.dialog.getByRole('button', { name: 'Activer' }).click()
  await owner.sees(/: Premium activé jusqu'au /)

  await owner.opens('/admin/parametres/rentree')
  await expect(owner.main.getByRole('listitem').filter({ hasText: student.email })).toBeVisible()
  await owner
    .link(/^Voir et exporter : \d+ comptes?$/)
    .first()
    .click()
  await expect(owner.page).toHaveURL('/admin?state=ending')
  await expect(rowOf(owner, student)).toContainText('199,50 DH')
  const saving = owner.page.waitForEvent('download')
  await owner.button('Exporter (CSV)').click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('utilisateurs-premium-bientot-fini.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(1)
  expect(lines.find((line) => line.startsWith(`${student.email};`))).toContain(';199,5;Virement bancaire;')
  expect(lines.every((line) => line.includes(';Premium;'))).toBe(true)
})
