import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { adminActor, auditEntry, premiumValues, SYSTEM } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createInbox } from '#functions/data/inbox.ts'
import { createLedger } from '#functions/data/ledger.ts'
import { receiptFile } from '#functions/data/payment-request-parts.ts'
import { createPaymentRequests } from '#functions/data/payment-requests.ts'
import { createQuestions, newPublicationId, newQuestionId } from '#functions/data/questions.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSheets } from '#functions/data/sheets.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { openTable, type Table } from '#functions/data/table/client.ts'
import { createUsers } from '#functions/data/users.ts'
import { subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { chapterTitle, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { heldAfter, paymentEntry } from '#shared/domain/premium/ledger.ts'
import { withPremium } from '#shared/domain/premium/premium.ts'
import { askedSeconds, chapterSubject } from '#shared/domain/questions.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { ledgerEntryId } from '#shared/entities/ledger-entry.ts'
import {
  newPaymentRequestId,
  PaymentRequest,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import { Question, QuestionInput } from '#shared/entities/question.ts'
import { Sheet } from '#shared/entities/sheet.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { renderText } from '#shared/writing/render-text.ts'
import type { Bucket } from '../bucket.ts'
import { type Accounts, hashPassword } from '../users/accounts.ts'
import { BLOCK_REASON, DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts'
import { DEMO_INBOX_ID } from './files.ts'
import { demoResources } from './resources.ts'
import { demoSubjects } from './subjects.ts'

const EARLIER_END = '2026-07-10'

/** Through the same repositories as the functions. */
export async function seedDemo(tableName: string, accounts: Accounts, receipts: Bucket): Promise<void> {
  const table = openTable(tableName)
  try {
    await Promise.all([
      createSubjects(table).putAll(demoSubjects()),
      createResources(table).putAll(demoResources()),
      createInbox(table).putAll(DEMO_INBOX_ID, []),
      createSheets(table).putAll(demoSheets()),
      seedAccounts(accounts, table, receipts),
    ])
  } finally {
    table.client.destroy()
  }
}

async function seedAccounts(accounts: Accounts, table: Table, receipts: Bucket): Promise<void> {
  // The log counts the actions of an owner in their order, and the payment of the Premium account is the newest.
  const isNewest = ({ kind }: DemoAccount) => Number(kind === 'premium')
  const accountsByTime = [...demoAccounts.entries()].toSorted(([, a], [, b]) => isNewest(a) - isNewest(b))
  // Accounts are a day apart, so that the list's order is visible.
  for (const [day, account] of accountsByTime)
    await seedAccount({ accounts, table, receipts }, account, new Date(Date.UTC(2025, 8, day + 1)))
}

async function seedAccount(
  { accounts, table, receipts }: { accounts: Accounts; table: Table; receipts: Bucket },
  { email, kind }: DemoAccount,
  createdAt: Date,
): Promise<void> {
  const isEnabled = kind !== 'blocked'
  const at = createdAt.toISOString()
  const { id } = accounts.add({ email, password: hashPassword(DEMO_PASSWORD), isEnabled, createdAt: at })
  const isAdmin = kind === 'owner' || kind === 'admin'
  const profile: User = { ...newProfile(id, email, createdAt), isAdmin }
  const { user, log } = await payDemoPremium(table, profile, kind)
  const { questions, account } = kind === 'premium' ? demoQuestions(user) : { questions: [], account: user }
  await createQuestions(table).putAll(questions)
  const creation = { action: 'CREATE_OWNER', target: email, before: null, after: { isAdmin: true } } as const
  await createUsers(table).createByOperator(
    kind === 'paying' ? await declareDemoPayment(table, receipts, user) : account,
    ...(kind === 'owner' ? [auditEntry(SYSTEM, createdAt, creation)] : log),
  )
  if (kind !== 'blocked') return
  const [owner = { email }] = demoAccounts
  const blockedAt = new Date(createdAt.getTime() + 1_000)
  const block = { email, reason: BLOCK_REASON, blockedAt: blockedAt.toISOString(), blockedBy: owner.email }
  const entry = auditEntry(adminActor(owner), blockedAt, {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason: BLOCK_REASON, hasAccount: true },
  })
  await createBlockedEmails(table).block(id, block, entry)
}

/** @returns the account, and its line of the log */
async function payDemoPremium(
  table: Table,
  user: User,
  kind: DemoAccount['kind'],
): Promise<{ user: User; log: AuditEntry[] }> {
  if (kind !== 'premium' && kind !== 'ended') return { user, log: [] }
  const now = kind === 'ended' ? new Date(user.createdAt) : new Date(Date.now() - WAITING_HOURS * HOUR_MS)
  const [owner = user] = demoAccounts
  const payment = { amount: 250, means: 'Espèces', reference: kind === 'ended' ? 'R-0117' : 'R-0204' }
  const paid = paymentEntry(
    { id: ledgerEntryId(user.id, randomUUID()), userId: user.id, by: owner.email, payment },
    now,
  )
  await createLedger(table).putAll([paid])
  const premium = { isPremium: true, premiumUntil: kind === 'ended' ? EARLIER_END : null, payment }
  const after = withPremium({ ...user, held: heldAfter(user, [paid], now) }, premium, now)
  const entry = auditEntry(adminActor(owner), now, {
    action: 'UPDATE_PREMIUM',
    target: user.email,
    before: premiumValues(user),
    after: premiumValues(after),
  })
  return { user: after, log: [entry] }
}

/** Track, theme and number of the chapter of a sheet. */
const SHEET_NAME = /^<!-- ((\w+)-([a-z-]+)-(\d+)) -->$/m

function demoSheets(): Sheet[] {
  const at = '2026-09-15T08:00:00.000Z'
  const sheets = readFileSync(new URL('sheets.md', import.meta.url), 'utf8').split(/^(?=<!--)/m)
  return sheets.map((text): Sheet => {
    const [line = '', version, track, theme = '', number] = SHEET_NAME.exec(text) ?? []
    const markdown = text.replace(line, '').trim()
    return v.parse(Sheet, {
      track,
      theme,
      chapter: chapterTitle(track as TrackCode, theme, Number(number)),
      markdown,
      html: renderText(markdown).html,
      version,
      createdAt: at,
      updatedAt: at,
    })
  })
}

const HOUR_MS = 3_600_000

const WAITING_HOURS = 3

export const RECEIPT = readFileSync(new URL('./files/receipt.jpg', import.meta.url))

/** @returns the account with its open request */
async function declareDemoPayment(table: Table, receipts: Bucket, user: User): Promise<User> {
  const now = new Date(Date.now() - WAITING_HOURS * HOUR_MS)
  const at = now.toISOString()
  const id = newPaymentRequestId(user.id, now)
  const digest = createHash('sha256').update(RECEIPT).digest('base64url')
  receipts.put(receiptFile(id, { digest }), RECEIPT, {
    contentType: 'image/jpeg',
    cacheControl: null,
    metadata: {},
  })
  const request = v.parse(PaymentRequest, {
    id,
    userId: user.id,
    email: user.email,
    means: 'Virement bancaire',
    reference: 'VIR-48213',
    amountDh: 250,
    paidOn: daysBefore(moroccanDay(now), 1),
    note: 'Versé par ma mère.',
    receipt: { type: 'image/jpeg', digest, size: RECEIPT.length, storedAt: at },
    createdAt: at,
    updatedAt: at,
  })
  await createPaymentRequests(table).putAll([request])
  return { ...user, openPaymentRequest: parsePaymentRequestId(id).ownPart }
}

const DAY_MS = 24 * HOUR_MS

const [firstTrack, askedTrack = firstTrack] = TRACK_CODES
const PAPER = { track: askedTrack, year: '2022', session: 'Normale' } as const
const paper = { documentId: subjectId(PAPER), subject: subjectTitle(PAPER) }
const chapterAt = (path: string) => ({
  chapter: `${askedTrack}/${path}`,
  subject: chapterSubject(`${askedTrack}/${path}`) ?? '',
})

/** Two published answers and two open questions of a student, by the days since they were asked. */
const asked = [
  {
    days: 9,
    about: { ...paper, exercise: 2, subject: `${paper.subject} - Exercice 2` },
    text: 'Madame, pourquoi la célérité ne change pas quand on change la fréquence du vibreur ? Salma',
    publishedText: 'Pourquoi la célérité ne change-t-elle pas quand on change la fréquence du vibreur ?',
    answer:
      "La célérité dépend du **milieu** seulement. Si la fréquence $f$ double, c'est la longueur d'onde qui est divisée par deux :\n\n$$v = \\lambda f$$",
  },
  {
    days: 6,
    about: chapterAt('electricite/1'),
    text: 'Comment on trouve la constante de temps sur la courbe ?',
    publishedText: 'Comment lit-on la constante de temps sur la courbe de charge ?',
    answer:
      "À $t = \\tau = RC$, la tension vaut $0{,}63\\,E$. Vous pouvez aussi tracer la tangente à l'origine : elle coupe l'asymptote à $t = \\tau$.",
  },
  {
    days: 2,
    about: { ...paper, exercise: 1, subject: `${paper.subject} - Exercice 1` },
    text: "Je ne comprends pas comment on repère l'équivalence.",
  },
  { days: 1, about: chapterAt('ondes/2'), text: 'Est-ce que la lumière est une onde mécanique ?' },
]

/** Also returns the account that notes the open ones. */
export function demoQuestions(user: User): { questions: Question[]; account: User } {
  const questions = asked.map(({ days, about, text, publishedText, answer = null }) => {
    const now = new Date(Date.now() - days * DAY_MS)
    const at = now.toISOString()
    const input = v.parse(QuestionInput, { ...about, text })
    return v.parse(Question, {
      ...about,
      ...input,
      id: newQuestionId(user.id, input, now),
      userId: user.id,
      email: user.email,
      createdAt: at,
      updatedAt: at,
      ...(answer !== null && {
        answer,
        answerHtml: renderText(answer).html,
        answeredAt: new Date(now.getTime() + DAY_MS / 2).toISOString(),
        publication: { id: newPublicationId(), text: publishedText },
      }),
    })
  })
  const open = questions.filter((question) => question.answer === null)
  return {
    questions,
    account: { ...user, openQuestions: open.map(({ createdAt }) => askedSeconds(createdAt)) },
  }
}
