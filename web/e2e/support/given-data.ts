import { TRACK_CODES, TRACK_SLUGS } from '#shared/catalogue/tracks.ts'
import type { Ticket } from '#shared/contract/files.ts'
import { routes } from '#shared/contract/routes.ts'
import { type ManagedResource, managedResource, managedSubject } from '#shared/domain/document-input.ts'
import { sampleResource } from '#shared/entities/resource.ts'
import { type ManagedSubject, sampleSubject } from '#shared/entities/subject.ts'
import type { UserView } from '#shared/entities/user.ts'
import { aDocument, aVideo } from './answers.ts'
import { given } from './given-route.ts'

const MOMENT = '2026-03-04T12:00:00.000Z'

/** Long enough to be in the way on a phone. */
export const LONG_EMAIL = 'fatima-zahra.benchekroun-el-idrissi@etablissement-exemple.ma'
const FREE_EMAIL = 'youssef@exemple.ma'

export const student: UserView = {
  id: '00000000-0000-4000-8000-000000000001',
  email: FREE_EMAIL,
  isPremium: false,
  premiumUntil: null,
  isAdmin: false,
  payment: null,
  createdAt: MOMENT,
  updatedAt: MOMENT,
}

export const payingStudent: UserView = {
  ...student,
  id: '00000000-0000-4000-8000-000000000002',
  email: LONG_EMAIL,
  isPremium: true,
  premiumUntil: '2027-07-10T22:59:59.000Z',
  payment: { amount: 250, means: 'Virement bancaire', reference: 'VIR-2026-000017-CASABLANCA' },
}

const administrator: UserView = {
  ...student,
  id: '00000000-0000-4000-8000-000000000003',
  email: 'direction@exemple.ma',
  isAdmin: true,
}

const LAST_TRACK = TRACK_CODES.at(-1) ?? TRACK_CODES[0]

export const resource: ManagedResource = {
  ...managedResource(sampleResource),
  id: 'aaaaaaaaaaaaaaaaaaaaaa',
  title:
    "Énoncé : Taux d'avancement final d'une transformation limitée, constante d'équilibre et titrage - 2024",
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2024',
  session: 'Normale',
  resourceType: 'exercise',
  file: 'coming-soon',
  isFree: true,
  createdAt: MOMENT,
  updatedAt: MOMENT,
}

export const subject: ManagedSubject = {
  ...managedSubject(sampleSubject),
  id: 'bbbbbbbbbbbbbbbbbbbbbb',
  year: '2024',
  file: 'un-fichier-pour-un-sujet-de-plus',
  createdAt: MOMENT,
  updatedAt: MOMENT,
}

export const ticket: Ticket = {
  url: '/files/nowhere',
  expiresAt: '2099-01-01T00:00:00.000Z',
  mode: 'stream',
  type: 'pdf',
  title: `Bac ${TRACK_CODES[0]} 2024 - Session Normale`,
  fileName: 'bac.pdf',
  version: '1',
  size: 1_234_567,
  pages: 6,
  captionsUrl: null,
}

const page = <Item>(items: Item[]) => ({ items, nextCursor: null })

/** What stands in each list when something does, with the longest words that come. */
export const full = {
  subjects: given(routes.listSubjects, {
    items: [
      {
        id: 's1',
        track: TRACK_CODES[0],
        year: '2025',
        session: 'Normale',
        hasFile: true,
        size: 1_234_567,
        pages: 6,
      },
      { id: 's2', track: TRACK_CODES[0], year: '2025', session: 'Rattrapage', hasFile: false },
    ],
  }),
  chapter: given(routes.getChapter, {
    track: TRACK_SLUGS[0],
    theme: 'electricite',
    chapter: 1,
    title: 'Dipôle RC',
    items: [
      aDocument({ size: 1_234_567, pages: 6 }),
      aDocument({ id: 'doc-2', resourceType: 'correction', title: 'Correction : Dipôle RC - 2024 Normale' }),
      aDocument({ id: 'doc-3', resourceType: 'correction', type: 'video', isFree: true }),
      aDocument({ id: 'doc-4', year: '2023', session: 'Rattrapage', available: false }),
    ],
  }),
  videos: given(routes.listVideos, {
    items: [
      aVideo(),
      aVideo({
        id: 'video-2',
        title: "Taux d'avancement final, constante d'équilibre et quotient de réaction : la méthode complète",
        description:
          'Un cours entier, exemple après exemple, avec les pièges que les correcteurs voient chaque année.',
        track: LAST_TRACK,
      }),
    ],
  }),
  progress: given(routes.listProgress, {
    items: [
      {
        theme: 'electricite',
        chapter: 1,
        marks: [
          { id: 'doc-1', mark: 'done' },
          { id: 'doc-2', mark: 'review' },
        ],
      },
    ],
  }),
  managedSubjects: given(routes.listManagedSubjects, { items: [subject] }),
  users: given(routes.listUsers, { ...page([student, payingStudent, administrator]), total: 3 }),
  session: given(routes.diagnoseSession, { active: true, lastActive: MOMENT, secondsLeft: 42 }),
  resources: given(routes.listResources, { ...page([resource]), total: 1 }),
  audit: given(
    routes.listAudit,
    page([
      {
        id: '1',
        createdAt: MOMENT,
        adminEmail: 'proprietaire@demo.bac',
        actionType: 'UPDATE_PREMIUM',
        targetEmail: LONG_EMAIL,
        oldValues: { isPremium: false },
        newValues: { isPremium: true, premiumUntil: payingStudent.premiumUntil },
      },
      {
        id: '2',
        createdAt: MOMENT,
        adminEmail: LONG_EMAIL,
        actionType: 'REFUSED_ATTEMPT',
        targetEmail: 'GET /api/admin/users',
        oldValues: null,
        newValues: null,
      },
    ]),
  ),
  activity: given(routes.listActivity, {
    items: [
      {
        adminEmail: 'proprietaire@demo.bac',
        actionCount: 1_234,
        firstAction: MOMENT,
        lastAction: MOMENT,
        isLegitimateAdmin: true,
      },
      {
        adminEmail: LONG_EMAIL,
        actionCount: 1,
        firstAction: MOMENT,
        lastAction: MOMENT,
        isLegitimateAdmin: false,
      },
    ],
  }),
  blocked: given(
    routes.listBlocked,
    page([
      {
        email: LONG_EMAIL,
        reason: 'Compte partagé par toute une classe, signalé trois fois',
        blockedAt: MOMENT,
        blockedBy: 'proprietaire@demo.bac',
      },
    ]),
  ),
  overview: given(routes.getOverview, {
    users: 12_345,
    premium: 1_234,
    resources: 1_200,
    subjects: 102,
    missingSubjects: [
      { track: TRACK_CODES[0], year: '2025', session: 'Rattrapage' },
      { track: LAST_TRACK, year: '2009', session: 'Normale' },
    ],
    brokenDocuments: 1,
    documentsCheckedAt: MOMENT,
    weeks: Array.from({ length: 12 }, (_, at) => ({
      week: new Date(Date.UTC(2026, 0, 5 + 7 * at)).toISOString().slice(0, 10),
      signUps: (at * 37) % 90,
      activations: (at * 11) % 30,
    })),
    isOfferOver: false,
  }),
  brokenDocuments: given(routes.listBrokenDocuments, {
    items: [{ id: resource.id, title: resource.title, fault: 'missing', since: MOMENT }],
    checkedAt: MOMENT,
  }),
} as const

/** The owner's lists with few rows each: what stands around the one that a test is about. */
export const ownerLists = [
  full.managedSubjects,
  full.users,
  full.session,
  full.resources,
  full.audit,
  full.activity,
  full.blocked,
  full.overview,
  full.brokenDocuments,
]
