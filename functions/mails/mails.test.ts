import type { DynamoDBStreamEvent } from 'aws-lambda'
import { getPersonalData, setPreferences } from '#shared/contract/account.ts'
import { decidePaymentRequest } from '#shared/contract/admin/payment-requests.ts'
import { answerQuestion } from '#shared/contract/admin/questions.ts'
import { blockEmail } from '#shared/contract/admin/security.ts'
import { declarePayment, withdrawPayment } from '#shared/contract/payment-requests.ts'
import { askQuestion } from '#shared/contract/questions.ts'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { paymentRequestKey, questionKey } from '../data/keys.ts'
import { createUsers } from '../data/users.ts'
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
/** Calls the function as the table's stream does after these requests have changed. */
const changed = (...ids: string[]) => changedAt(paymentRequestKey, ids)
const changedAt = (keyOf: typeof questionKey, ids: readonly string[]) =>
  handler({
    Records: ids.map((id) => {
      const { pk, sk } = keyOf(id)
      return { dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }
    }),
  })

async function declared(): Promise<{ user: User; id: string }> {
  const user = await site.enrol()
  const { json } = await site.call(declarePayment, { ...site.as(user), body: samplePaymentInput })
  return { user, id: String(json['id']) }
}
const decide = (id: string, body: object) => admin.asOwner(decidePaymentRequest, { params: { id }, body })
const refusal = { decision: 'refuse', reason: 'Virement introuvable' }

describe('a decision', () => {
  test.each([
    {
      body: { decision: 'approve' },
      subject: /accès Premium est ouvert$/,
      text: /votre accès Premium est ouvert/,
    },
    { body: refusal, subject: /réponse à votre demande$/, text: /n'a pas pu être acceptée.*\/premium/s },
  ])('$body.decision is mailed once, as text and as a page', async ({ body, subject, text }) => {
    const { user, id } = await declared()
    await changed(id)
    expect(mailsTo(user)).toEqual([])
    await decide(id, body)
    await Promise.all([changed(id, id), changed(id)])
    await changed(id)
    expect(mailsTo(user)).toMatchObject([
      {
        kind: 'site',
        from: expect.stringContaining('<site@exemple.test>'),
        subject: expect.stringMatching(subject),
        text: expect.stringMatching(text),
      },
    ])
    const [mail] = mailsTo(user)
    if (mail?.kind !== 'site') throw new Error('No mail of the site')
    expect(mail.html).toContain('Cap &lt;Physique&gt;')
    for (const part of [mail.subject, mail.text, mail.html])
      for (const secret of [samplePaymentInput.reference, '250', user.email, refusal.reason, id.slice(-4)])
        expect(part).not.toContain(secret)
  })

  test('leaves in the data of its account that a mail was sent, for 30 days', async () => {
    const { user, id } = await declared()
    await decide(id, refusal)
    const sentAt = new Date().toISOString()
    setClock(new Date(sentAt))
    await changed(id)
    expect((await site.call(getPersonalData, site.as(user))).json['mails']).toEqual([
      {
        reason: `decision ${id.slice(37)}`,
        sentAt,
        deletedAfter: `${daysBefore(sentAt.slice(0, 10), -30)}T00:00:00.000Z`,
      },
    ])
  })

  test('that SES refuses is lost, and the other mails are sent', async () => {
    const [lost, other] = [await declared(), await declared()]
    await decide(lost.id, refusal)
    await decide(other.id, refusal)
    site.services.failWith(() => ({ status: 400, type: 'MessageRejected' }))
    await changed(lost.id)
    site.services.failWith(null)
    await changed(lost.id, other.id)
    expect(mailsTo(lost.user)).toEqual([])
    expect(mailsTo(other.user)).toHaveLength(1)
  })

  test.each([
    {
      what: 'by the student',
      end: ({ user, id }: Awaited<ReturnType<typeof declared>>) =>
        site.call(withdrawPayment, { ...site.as(user), params: { id } }),
    },
    {
      what: 'by a block',
      end: ({ user }: Awaited<ReturnType<typeof declared>>) =>
        admin.asOwner(blockEmail, { body: { email: user.email, reason: 'Fraude' } }),
    },
  ])('is not mailed when the request was closed $what', async ({ end }) => {
    const request = await declared()
    await end(request)
    await changed(request.id)
    expect(mailsTo(request.user)).toEqual([])
  })

  test('of an earlier day, which an import writes again, is not mailed', async () => {
    const { user, id } = await declared()
    await decide(id, refusal)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    await changed(id)
    expect(mailsTo(user)).toEqual([])
  })
})

describe('an answer to a question', () => {
  const asked = async () => {
    const user = await site.enrol({ isPremium: true })
    const body = { chapter: 'SM/ondes/1', text: 'Pourquoi ?' }
    return { user, id: String((await site.call(askQuestion, { ...site.as(user), body })).json['id']) }
  }
  const answer = (id: string, text: string, updatedAt?: unknown) =>
    admin.asOwner(answerQuestion, { params: { id }, body: { answer: text, publish: false, updatedAt } })

  const written = (...ids: string[]) => changedAt(questionKey, ids)

  test('is mailed once, without question and answer, also when it is changed', async () => {
    const { user, id } = await asked()
    await written(id)
    expect(mailsTo(user)).toEqual([])
    const { json } = await answer(id, 'Parce que')
    await Promise.all([written(id, id), written(id)])
    await answer(id, 'Parce que oui', json['updatedAt'])
    await written(id)
    const mails = mailsTo(user)
    expect(mails).toMatchObject([
      {
        subject: expect.stringMatching(/réponse à votre question$/),
        text: expect.stringContaining('/compte'),
      },
    ])
    expect(JSON.stringify(mails)).not.toMatch(/Pourquoi|Parce que/)
  })

  test('is not mailed where it is not wanted, nor to blocked accounts', async () => {
    const [unwilling, blocked] = [await asked(), await asked()]
    await site.call(setPreferences, { ...site.as(unwilling.user), body: { hasAnswerMails: false } })
    await admin.asOwner(blockEmail, { body: { email: blocked.user.email, reason: 'Fraude' } })
    for (const { id } of [unwilling, blocked]) expect((await answer(id, 'Parce que')).status).toBe(200)
    await written(unwilling.id, blocked.id)
    expect([unwilling, blocked].flatMap(({ user }) => mailsTo(user))).toEqual([])
  })
})

describe('the end of Premium', () => {
  const premium = (changes: Partial<User> = {}) =>
    site.enrol({ isPremium: true, premiumUntil: '2027-07-10', ...changes })
  const run = async (at: string) => {
    setClock(new Date(at))
    await handler({})
  }

  test('is mailed 14 and 3 days before, once each, however often the run is repeated', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => premium()))
    for (const at of ['2027-06-25', '2027-06-26', '2027-06-26', '2027-06-27', '2027-07-07', '2027-07-10'])
      await run(`${at}T09:00:00Z`)
    for (const user of users)
      expect(mailsTo(user)).toMatchObject([
        { subject: 'Cap <Physique> : votre accès Premium se termine dans 14 jours' },
        { subject: 'Cap <Physique> : votre accès Premium se termine dans 3 jours' },
      ])
    const [mail] = users.flatMap(mailsTo)
    expect(mail).toMatchObject({
      text: expect.stringMatching(/dans 14 jours, le 10 juillet 2027\..*\/compte.*\/premium/s),
    })
  })

  test('is not mailed to others', async () => {
    const at = '2027-01-01T00:00:00.000Z'
    const others = [
      await premium({ premiumUntil: '2028-07-10' }),
      await premium({ premiumUntil: null }),
      await premium({ blockedAt: at }),
      await site.enrol({ premiumUntil: '2027-07-10' }),
    ]
    await run('2027-06-26T09:00:00Z')
    expect(others.flatMap(mailsTo)).toEqual([])
  })

  test('is not mailed to students who have turned it off, until they turn it on again', async () => {
    const user = await premium()
    const turn = async (hasReminders: boolean) => {
      const answer = await site.call(setPreferences, { ...site.as(user), body: { hasReminders } })
      expect(answer).toMatchObject({ status: 200, json: { profile: { id: user.id, hasReminders } } })
    }
    await turn(false)
    await turn(false)
    await run('2027-06-26T09:00:00Z')
    expect(mailsTo(user)).toEqual([])
    expect(await createUsers(site.store.table).find(user.id)).toMatchObject({ updatedAt: user.updatedAt })
    setClock(null)
    await turn(true)
    await run('2027-07-07T09:00:00Z')
    expect(mailsTo(user)).toHaveLength(1)
  })
})
