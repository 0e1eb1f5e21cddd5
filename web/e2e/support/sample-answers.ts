import type { Page } from '@playwright/test'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { WatchedAccount } from '#shared/contract/admin/watch.ts'
import type { Input } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { ManagedResource } from '#shared/domain/documents/document-input.ts'
import { ActivityItem, AuditItem } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import { sampleAccountDay } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { UserView } from '#shared/entities/user.ts'
import { MockedRoute } from './mocked-route.ts'

const LAST_TRACK = TRACK_CODES.at(-1) ?? TRACK_CODES[0]
const MOMENT = '2026-03-04T12:00:00.000Z'

/** A document of a chapter as the API lists it. */
function chapterItem(changes: Partial<ChapterItem>): ChapterItem {
  const exercise = { id: 'doc-1', year: '2024', session: 'Normale', resourceType: 'exercise' } as const
  return createSample(ChapterItem, { ...exercise, title: 'Énoncé : Dipôle RC - 2024 Normale', ...changes })
}

/** Longer than a phone is wide. */
export const LONG_EMAIL = 'fatima-zahra.benchekroun-el-idrissi@etablissement-exemple.ma'
const OWNER_EMAIL = 'proprietaire@demo.bac'

export const student = createSample(UserView, { email: 'youssef@exemple.ma' })

export const payingStudent = createSample(UserView, {
  id: '00000000-0000-4000-8000-000000000002',
  email: LONG_EMAIL,
  isPremium: true,
  premiumUntil: '2099-07-11T00:00:00.000Z',
  premiumLastDay: '2099-07-10',
  payment: { amount: 250, means: 'Virement bancaire', reference: 'VIR-2026-000017-CASABLANCA' },
})

const administrator = createSample(UserView, {
  id: '00000000-0000-4000-8000-000000000003',
  email: 'direction@exemple.ma',
  isAdmin: true,
})

export const resource = createSample(ManagedResource, {
  title:
    "Énoncé : Taux d'avancement final d'une transformation limitée, constante d'équilibre et titrage - 2024",
  file: 'coming-soon',
})

const ranking = (title: string, openings: number) => {
  const page = { title, track: LAST_TRACK, path: '/' }
  return { opened: [{ ...page, openings }], unopened: [page], unopenedCount: 1 }
}
const watchedAccount = (changes: Partial<WatchedAccount>) => {
  const { standsOut: _standsOut, ...day } = sampleAccountDay
  const figures = { ...day, browsers: day.browsers.length }
  const days = Array.from({ length: 7 }, (_day, at) => ({
    ...figures,
    day: daysBefore(moroccanDay(new Date()), 6 - at),
    documents: (at * 37) % 90,
  }))
  return createSample(WatchedAccount, { ...figures, days, ...changes })
}

/** Replacements for parts of the contract's samples: several rows, and the longest words that occur. */
const changes: { [Name in RouteName]?: Partial<Input<(typeof routes)[Name]['response']>> } = {
  listSubjects: {
    items: [
      createSample(SubjectItem, { year: '2025' }),
      createSample(SubjectItem, { id: 's2', year: '2025', session: 'Rattrapage', hasFile: false }),
    ],
  },
  getChapter: {
    theme: 'electricite',
    title: 'Dipôle RC',
    items: [
      chapterItem({ size: 1_234_567, pages: 6 }),
      chapterItem({
        id: 'doc-2',
        resourceType: 'correction',
        title: 'Correction : Dipôle RC - 2024 Normale',
      }),
      chapterItem({ id: 'doc-3', resourceType: 'correction', type: 'video', isFree: true }),
      chapterItem({ id: 'doc-4', year: '2023', session: 'Rattrapage', available: false }),
    ],
  },
  listVideos: {
    items: [
      createSample(VideoItem),
      createSample(VideoItem, {
        id: 'video-2',
        title: "Taux d'avancement final, constante d'équilibre et quotient de réaction : la méthode complète",
        description:
          'Un cours entier, exemple après exemple, avec les pièges que les correcteurs voient chaque année.',
        track: LAST_TRACK,
      }),
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
  listUsers: { items: [student, payingStudent, administrator], total: 3 },
  diagnoseSession: { lastActive: MOMENT, secondsLeft: 42 },
  listResources: { items: [resource] },
  listAudit: {
    items: [
      createSample(AuditItem, {
        adminEmail: OWNER_EMAIL,
        actionType: 'UPDATE_PREMIUM',
        targetEmail: LONG_EMAIL,
        oldValues: { isPremium: false },
        newValues: { isPremium: true, premiumUntil: payingStudent.premiumLastDay },
      }),
      createSample(AuditItem, {
        id: '2',
        adminEmail: LONG_EMAIL,
        actionType: 'REFUSED_ATTEMPT',
        targetEmail: 'GET /api/admin/users',
      }),
    ],
  },
  listActivity: {
    items: [
      createSample(ActivityItem, { adminEmail: OWNER_EMAIL, actionCount: 1_234 }),
      createSample(ActivityItem, { adminEmail: LONG_EMAIL, isLegitimateAdmin: false }),
    ],
  },
  listBlocked: {
    items: [
      createSample(BlockedEmail, {
        email: LONG_EMAIL,
        reason: 'Compte partagé par toute une classe, signalé trois fois',
      }),
    ],
  },
  listWatched: {
    items: [
      watchedAccount({ email: student.email }),
      watchedAccount({ userId: payingStudent.id, email: LONG_EMAIL }),
    ],
  },
  listPremiumEnds: { items: [{ lastDay: '2099-07-10', accounts: 1_234 }] },
  getOverview: {
    users: 12_345,
    premium: 1_234,
    resources: 1_200,
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

/** Returns the answer of a route whose list is not empty. */
export function sampleAnswer(name: RouteName): unknown {
  const { response } = routes[name]
  return response && createSample(response, changes[name] ?? {})
}

const OWNER_LISTS = [
  'listManagedSubjects',
  'listUsers',
  'diagnoseSession',
  'listResources',
  'listAudit',
  'listActivity',
  'listBlocked',
  'listPaymentRequests',
  'getOverview',
  'rankOpenings',
  'getPracticeStatistics',
  'getPublication',
  'getDriveAccess',
  'listBrokenDocuments',
] as const satisfies readonly RouteName[]

/** Answers the owner's lists with few rows each. */
export async function mockOwnerLists(page: Page): Promise<void> {
  for (const name of OWNER_LISTS) await MockedRoute.on(page, routes[name], { answer: sampleAnswer(name) })
}
