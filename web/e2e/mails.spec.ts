import { expect } from '@playwright/test'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { Account } from './support/account.ts'
import { test } from './support/story.ts'

type Mail = { subject: string; text: string }

const OWNER = 'associee@demo.bac'
const inDays = (days: number) => daysBefore(moroccanDay(new Date()), -days)

/** Lets the second owner make one change. */
async function asOwner(owner: Account, method: string, path: string, body: unknown): Promise<void> {
  await owner.opensSession()
  const answer = await owner.calls(method, path, { sessionId: owner.credentials['x-session-id'], body })
  expect(answer.status).toBe(200)
  await owner.closesSession()
}

test('a student is mailed that an owner has decided', async ({ person, student, knows }) => {
  await person.hasSignedInBefore(student)
  const sessionId = student.credentials['x-session-id']
  const { json } = await student.calls('POST', '/api/account/payment-requests', {
    sessionId,
    body: samplePaymentInput,
  })
  await asOwner(await knows(OWNER), 'PUT', `/api/admin/payment-requests/${String(json['id'])}`, {
    decision: 'approve',
  })
  const read = async () => {
    const answer = await person.calls(`/__local/outbox?to=${encodeURIComponent(student.email)}`)
    return ((await answer.json()) as { mails: Mail[] }).mails
  }
  await expect
    .poll(read)
    .toMatchObject([{ subject: expect.stringMatching(/votre accès Premium est ouvert$/) }])
})

test('a student is told that Premium ends, and turns the mails about it off', async ({
  person,
  premiumStudent,
  knows,
}) => {
  await asOwner(await knows(OWNER), 'PUT', `/api/admin/users/${premiumStudent.id}/premium`, {
    isPremium: true,
    until: inDays(5),
  })
  await person.hasSignedInBefore(premiumStudent)
  await person.opens('/compte')
  const banner = person.page.getByRole('region', { name: "Fin de l'accès Premium" })
  await expect(banner).toContainText('Votre accès Premium se termine dans 5 jours')
  await banner.getByRole('button', { name: 'Fermer le message' }).click()
  await expect(banner).toBeHidden()
  const box = person.page.getByRole('checkbox', { name: 'Recevoir un e-mail quand mon Premium va finir' })
  await expect(box).toBeChecked()
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(box).toBeEnabled()
  await person.opens('/compte')
  await expect(box).not.toBeChecked()
  await expect(banner).toBeHidden()
})
