import { TRACK_CODES } from '../catalogue/tracks.ts'
import { WatchedAccount } from '../contract/admin/security.ts'
import type { Input } from '../contract/define-route.ts'
import { type RouteName, routes } from '../contract/routes.ts'
import { createSample } from '../contract/sample-answers.ts'
import { ManagedResource } from '../domain/documents/document-input.ts'
import { ActivityItem, AuditItem } from '../entities/audit-entry.ts'
import { BlockedEmail } from '../entities/blocked-email.ts'
import { ManagedPaymentRequest } from '../entities/payment-request.ts'
import { ChapterItem } from '../entities/resource.ts'
import { SubjectItem } from '../entities/subject.ts'
import { UserView } from '../entities/user.ts'

const LAST_TRACK = TRACK_CODES.at(-1) ?? TRACK_CODES[0]
const MOMENT = '2026-03-04T12:00:00.000Z'

/** Longer than a phone is wide. */
export const LONG_EMAIL = 'fatima-zahra.benchekroun-el-idrissi@etablissement-exemple.ma'

export const student = createSample(UserView, { email: 'youssef@exemple.ma' })

export const payingStudent = createSample(UserView, {
  id: '00000000-0000-4000-8000-000000000002',
  email: LONG_EMAIL,
  isPremium: true,
  premiumUntil: '2099-07-11T00:00:00.000Z',
  premiumLastDay: '2099-07-10',
  payment: { amount: 250, means: 'Virement bancaire', reference: 'VIR-2026-000017-CASABLANCA' },
})

export const resource = createSample(ManagedResource, {
  title:
    "Énoncé : Taux d'avancement final d'une transformation limitée, constante d'équilibre et titrage - 2024",
  file: 'coming-soon',
})

const chapterItem = (changes: Partial<ChapterItem>) =>
  createSample(ChapterItem, {
    ...({ id: 'doc-1', year: '2024', session: 'Normale', resourceType: 'exercise' } as const),
    ...changes,
  })

const ranking = (title: string, openings: number) => {
  const page = { title, track: LAST_TRACK, path: '/' }
  return { opened: [{ ...page, openings }], unopened: [page], unopenedCount: 1 }
}

/** Replacements for parts of the contract's samples: several rows, and the longest words that occur. */
const changes: { [Name in RouteName]?: Partial<Input<(typeof routes)[Name]['response']>> } = {
  listNotices: { items: [] },
  listSubjects: { items: [createSample(SubjectItem, { year: '2025' })] },
  getChapter: {
    theme: 'electricite',
    title: 'Dipôle RC',
    items: [
      chapterItem({ size: 1_234_567, pages: 6 }),
      chapterItem({ id: 'doc-2', resourceType: 'correction' }),
      chapterItem({ id: 'doc-3', resourceType: 'correction', type: 'video', isFree: true }),
    ],
  },
  listProgress: {
    items: [
      {
        track: TRACK_CODES[0],
        theme: 'electricite',
        chapter: 1,
        marks: [
          { id: 'doc-1', mark: 'done' },
          { id: 'doc-2', mark: 'review', since: '2026-09-01', seen: null },
        ],
      },
    ],
  },
  listPaymentRequests: {
    items: [
      createSample(ManagedPaymentRequest, {
        email: LONG_EMAIL,
        reference: 'VIR-2026-000017-CASABLANCA',
        amountDh: 1_250.5,
        note: 'Payé par mon oncle à Fès, en deux fois, à la même agence.',
        sameReference: [{ email: LONG_EMAIL, date: MOMENT }],
      }),
    ],
    total: 1,
  },
  listUsers: { items: [student, payingStudent], total: 2 },
  getUser: payingStudent,
  importResources: { nextLine: null },
  diagnoseSession: { lastActive: MOMENT, secondsLeft: 42 },
  listResources: { items: [resource] },
  listAudit: {
    items: [
      createSample(AuditItem, {
        actionType: 'UPDATE_PREMIUM',
        targetEmail: LONG_EMAIL,
        oldValues: { isPremium: false },
        newValues: { isPremium: true, premiumUntil: payingStudent.premiumLastDay },
      }),
      createSample(AuditItem, { id: '2', adminEmail: LONG_EMAIL, actionType: 'REFUSED_ATTEMPT' }),
    ],
  },
  listActivity: { items: [createSample(ActivityItem, { adminEmail: LONG_EMAIL, actionCount: 1_234 })] },
  listBlocked: { items: [createSample(BlockedEmail, { email: LONG_EMAIL })] },
  listWatched: {
    items: [
      createSample(WatchedAccount, { email: student.email }),
      createSample(WatchedAccount, { userId: payingStudent.id, email: LONG_EMAIL }),
    ],
  },
  listPremiumEnds: { items: [{ lastDay: '2099-07-10', accounts: 1_234 }] },
  getOverview: {
    users: 12_345,
    subjects: 102,
    missingSubjects: [
      { track: TRACK_CODES[0], year: '2025', session: 'Rattrapage' },
      { track: LAST_TRACK, year: '2009', session: 'Normale' },
    ],
    documentsCheckedAt: MOMENT,
    weeks: Array.from({ length: 12 }, (_, at) => ({
      week: new Date(Date.UTC(2026, 0, 5 + 7 * at)).toISOString().slice(0, 10),
      signUps: (at * 37) % 90,
      activations: (at * 11) % 30,
    })),
    isOfferOver: false,
    timeZoneData: '2026c',
  },
  getPublication: { state: 'published', publishedAt: MOMENT, filesWritten: 7 },
  getDriveAccess: { account: 'documents-partages-avec-le-site@projet-du-site.iam.gserviceaccount.com' },
  listBrokenDocuments: { checkedAt: MOMENT },
  rankOpenings: {
    papers: ranking('Sujet de la session de rattrapage de 2023', 1_234),
    chapters: ranking('Dosages acido-basiques', 56),
    videos: ranking('Corrigé vidéo : Oscillations libres dans un circuit RLC série - 2023 Normale', 7),
  },
}

/** Returns an answer of a route for tests of pages: few rows, and the longest words that occur. */
export function sampleAnswer(name: RouteName): unknown {
  const { response } = routes[name]
  return response && createSample(response, changes[name] ?? {})
}
