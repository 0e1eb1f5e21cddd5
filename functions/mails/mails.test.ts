import type { DynamoDBStreamEvent } from 'aws-lambda'
import { getPersonalData, setPreferences } from '#shared/contract/account.ts'
import { decidePaymentRequest } from '#shared/contract/admin/payments.ts'
import { answerQuestion } from '#shared/contract/admin/questions.ts'
import { blockEmail } from '#shared/contract/admin/security.ts'
import { declarePayment, withdrawPayment } from '#shared/contract/payment-requests.ts'
import { askQuestion } from '#shared/contract/questions.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { paymentRequestKey, questionKey } from '../data/keys.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let admin: Administration
let handler: (event: Partial<DynamoDBStreamEvent>) => Promise<void>
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  admin = await createAdministration(site)
  Object.assign(process.env, {
    SITE_NAME: 'Cap <Physique>',
    MAIL_FROM: 'site@exemple.test',
    MAIL_REGION: 'eu-west-3',
  })
  handler = (await import('./handler.ts')).handler
})
afterEach(() => {
  setClock(null)
  site.services.failWith(null)
})
afterAll(() => site.stop())

const mailsTo = ({ email }: Pick<User, 'email'>) => site.services.outbox.list(email)
const changedAt = (keyOf: typeof questionKey, ids: readonly string[]) =>
  handler({
    Records: ids.map(keyOf).map(({ pk, sk }) => ({ dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } })),
  })
/** Calls the function as the table's stream does after these requests, or these questions, have changed. */
const changed = (...ids: string[]) => changedAt(paymentRequestKey, ids)
const written = (...ids: string[]) => changedAt(questionKey, ids)

async function declared(): Promise<{ user: User; id: string }> {
  const user = await site.enrol()
  const { json } = await site.call(declarePayment, { ...site.as(user), body: samplePaymentInput })
  return { user, id: String(json['id']) }
}
const decide = (id: string, body: object) => admin.asOwner(decidePaymentRequest, { params: { id }, body })
const refusal = { decision: 'refuse', reason: 'Virement introuvable' }

test.each([
  ['approve', /accès Premium est ouvert$/, /votre accès Premium est ouvert/],
  ['refuse', /réponse à votre demande$/, /n'a pas pu être acceptée.*\/premium/s],
])('the decision to %s is mailed once, as text and as a page, and noted for 30 days', async (...row) => {
  const [decision, subject, text] = row
  const { user, id } = await declared()
  await changed(id)
  expect(mailsTo(user)).toEqual([])
  await decide(id, decision === 'refuse' ? refusal : { decision })
  const sentAt = new Date().toISOString()
  setClock(new Date(sentAt))
  await Promise.all([changed(id, id), changed(id)])
  await changed(id)
  const from = expect.stringContaining('<site@exemple.test>')
  const mails = mailsTo(user)
  expect(mails).toMatchObject([
    { kind: 'site', from, subject: expect.stringMatching(subject), text: expect.stringMatching(text) },
  ])
  const [mail] = mails
  if (mail?.kind !== 'site') throw new Error('No mail of the site')
  expect(mail.html).toContain('Cap &lt;Physique&gt;')
  for (const part of [mail.subject, mail.text, mail.html])
    for (const secret of [samplePaymentInput.reference, '250', user.email, refusal.reason, id.slice(-4)])
      expect(part).not.toContain(secret)
  const deletedAfter = `${daysBefore(sentAt.slice(0, 10), -30)}T00:00:00.000Z`
  expect((await site.call(getPersonalData, site.as(user))).json['mails']).toEqual([
    { reason: `decision ${id.slice(37)}`, sentAt, deletedAfter },
  ])
})

test('no mail is sent of a withdrawn request, to a blocked account, or of an earlier day', async () => {
  const [withdrawn, blocked, earlier] = [await declared(), await declared(), await declared()]
  await site.call(withdrawPayment, { ...site.as(withdrawn.user), params: { id: withdrawn.id } })
  await admin.asOwner(blockEmail, { body: { email: blocked.user.email, reason: 'Fraude' } })
  await changed(withdrawn.id, blocked.id)
  await decide(earlier.id, refusal)
  // An import writes earlier decisions again.
  setClock(new Date(Date.now() + 25 * 3_600_000))
  await changed(earlier.id)
  expect([withdrawn, blocked, earlier].flatMap(({ user }) => mailsTo(user))).toEqual([])
})

describe('an answer to a question', () => {
  const asked = async () => {
    const user = await site.enrol({ isPremium: true })
    const body = { chapter: 'SM/ondes/1', text: 'Pourquoi ?' }
    return { user, id: String((await site.call(askQuestion, { ...site.as(user), body })).json['id']) }
  }
  const answer = (id: string, text: string, updatedAt?: unknown) =>
    admin.asOwner(answerQuestion, { params: { id }, body: { answer: text, publish: false, updatedAt } })

  test('is mailed once, without question and answer, also when it is changed', async () => {
    const { user, id } = await asked()
    await written(id)
    expect(mailsTo(user)).toEqual([])
    const { json } = await answer(id, 'Parce que')
    await Promise.all([written(id, id), written(id)])
    await answer(id, 'Parce que oui', json['updatedAt'])
    await written(id)
    const mails = mailsTo(user)
    const subject = expect.stringMatching(/réponse à votre question$/)
    expect(mails).toMatchObject([{ subject, text: expect.stringContaining('/compte') }])
    expect(JSON.stringify(mails)).not.toMatch(/Pourquoi|Parce que/)
  })

  test('is not mailed where it is not wanted, to blocked accounts, or a day later', async () => {
    const [unwilling, blocked, earlier] = [await asked(), await asked(), await asked()]
    await site.call(setPreferences, { ...site.as(unwilling.user), body: { hasAnswerMails: false } })
    await admin.asOwner(blockEmail, { body: { email: blocked.user.email, reason: 'Fraude' } })
    for (const { id } of [unwilling, blocked, earlier])
      expect((await answer(id, 'Parce que')).status).toBe(200)
    await written(unwilling.id, blocked.id)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    await written(earlier.id)
    expect([unwilling, blocked, earlier].flatMap(({ user }) => mailsTo(user))).toEqual([])
  })
})

describe('the end of Premium', () => {
  const premium = (changes: Partial<User> = {}) =>
    site.enrol({ isPremium: true, premiumUntil: '2027-07-10', ...changes })
  const run = async (at: string) => {
    setClock(new Date(`${at}T09:00:00Z`))
    await handler({})
  }

  test('is mailed 14 and 3 days before, once each, however often the run is repeated', async () => {
    const user = await premium()
    const others = [
      await premium({ premiumUntil: null }),
      await premium({ blockedAt: user.createdAt }),
      await premium({ remindersOffSince: user.createdAt }),
      await premium({ email: 'x<proprietaire@exemple.test' }),
    ]
    for (const day of ['06-25', '06-26', '06-26', '06-27', '07-07', '07-10']) await run(`2027-${day}`)
    expect(mailsTo(user)).toMatchObject([
      {
        subject: 'Cap <Physique> : votre accès Premium se termine dans 14 jours',
        text: expect.stringMatching(/dans 14 jours, le 10 juillet 2027\..*\/compte.*\/premium/s),
      },
      { subject: 'Cap <Physique> : votre accès Premium se termine dans 3 jours' },
    ])
    expect(others.flatMap(mailsTo)).toEqual([])
  })
})
