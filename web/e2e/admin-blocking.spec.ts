import { expect } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { DEVICES } from './support/devices.ts'
import { password } from './support/signing-in.ts'
import { test } from './support/story.ts'
import { accepts, claims, count, finds, opens, rowOf } from './support/student-row.ts'

const OWNER = 'associee@demo.bac'
const [, desktop] = DEVICES

test.use({ ...desktop.options, as: OWNER })

test('an owner blocks a student with a reason, and unblocks them', async ({ person: owner, student }) => {
  const row = rowOf(owner, student)
  const { sessionId = '' } = await claims(student)
  await finds(owner, student)
  const before = await count(owner)
  await opens(owner, student, 'Bloquer')
  await owner.dialog.getByLabel('Raison').fill('Compte partagé')
  await accepts(owner, 'Bloquer')
  await owner.sees(`${student.email} : adresse bloquée`)
  await expect(row).toBeHidden()
  await expect.poll(() => count(owner)).toBe(before - 1)
  const refused = await student.calls('GET', '/api/session', { sessionId })
  expect(refused.json).toMatchObject({ code: 'ACCOUNT_BLOCKED' })

  await owner.link(/^Utilisateurs Bloqués \(\d+\)$/).click()
  await expect(row).toContainText('Compte partagé')
  await expect(row).toContainText(OWNER)
  await row.getByRole('button', { name: 'Débloquer' }).click()
  await accepts(owner, 'Débloquer')
  await owner.sees(`${student.email} : adresse débloquée`)
  await expect(row).toBeHidden()
  await finds(owner, student)
})

test('an owner blocks an address without an account, and it cannot sign up', async ({
  person: owner,
  arrives,
}) => {
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

  await owner
    .row(new RegExp(`^${email}`))
    .getByRole('button', { name: 'Débloquer' })
    .click()
  await accepts(owner, 'Débloquer')
  await expect(owner.row(new RegExp(`^${email}`))).toBeHidden()
})
