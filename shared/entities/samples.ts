import * as v from 'valibot'
import { subjectId, subjectTitle } from '../catalogue/subjects.ts'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import type { AccountDay } from './account-day.ts'
import { AuditEntry } from './audit-entry.ts'
import { BlockedEmail, SAMPLE_BLOCKED_EMAIL } from './blocked-email.ts'
import { Card, CardBatch, SAMPLE_CARD_CODE } from './card.ts'
import { Copy } from './copy.ts'
import { Exercise, ManagedExercise } from './exercise.ts'
import { SAMPLE_DOCUMENT_ID } from './fields.ts'
import { BrokenDocument, SAMPLE_DRIVE_ID } from './file.ts'
import { LedgerEntry, ledgerEntryId } from './ledger-entry.ts'
import { Notice, SAMPLE_NOTICE } from './notice.ts'
import {
  PaymentRequest,
  parsePaymentRequestId,
  SAMPLE_PAYMENT_REQUEST_ID,
  samplePaymentInput,
} from './payment-request.ts'
import { MockExam, SAMPLE_MOCK_EXAM_ID } from './practice.ts'
import { Report } from './report.ts'
import { Resource } from './resource.ts'
import { SettingsView } from './settings.ts'
import { Subject } from './subject.ts'
import { SAMPLE_USER, User } from './user.ts'

// One value of each entity, for tests and the sample requests of routes. They are parsed, so that a field with a
// default needs no line here. They are separate from the entities, so that pages of students do not load them.

const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }

const file = { kind: 'drive', fileId: SAMPLE_DRIVE_ID }

export const sampleUser = v.parse(User, { ...SAMPLE_USER, isPremium: false, isAdmin: false, ...at })

export const sampleAccountDay: AccountDay = {
  day: '2026-01-01',
  documents: 87,
  deviceChanges: 5,
  networks: 3,
  browsers: ['Chrome sur Android', 'Firefox sur Windows'],
  networksAlternate: false,
  standsOut: true,
}

export const sampleExercise = v.parse(Exercise, {
  number: 1,
  title: 'Propagation des ondes',
  points: 3.25,
  chapters: [{ theme: 'ondes', chapter: 1 }],
  page: 2,
  correctionPage: null,
  videoSeconds: null,
})

/** An exercise with help, whose texts no public answer contains. */
export const sampleManagedExercise = v.parse(ManagedExercise, {
  ...sampleExercise,
  hints: ['Comparez deux instants de la même perturbation.'],
  answer: { kind: 'number', value: 340, unit: 'm/s', tolerance: 5 },
})

export const sampleSubject = v.parse(Subject, {
  track: TRACK_CODES[0],
  year: '2024',
  session: 'Normale',
  file,
  version: 'a1f3c5d7-0b2e-4c6a-8e9d-1f2a3b4c5d6e',
  size: 1_234_567,
  pages: 6,
  ...at,
})

export const sampleFreeSubject = v.parse(Subject, {
  ...sampleSubject,
  year: '2023',
  isFree: true,
  exercises: [sampleManagedExercise],
})

/** An examination whose time is up. Tests store it for each of their callers. */
export const sampleMockExam = v.parse(MockExam, {
  id: SAMPLE_MOCK_EXAM_ID,
  subjectId: subjectId(sampleSubject),
  startedAt: '2026-01-01T08:00:00.000Z',
  endsAt: '2026-01-01T12:00:00.000Z',
  exercises: [sampleExercise],
})

export const sampleResource = v.parse(Resource, {
  id: SAMPLE_DOCUMENT_ID,
  title: 'Ondes mécaniques - 2019',
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2019',
  session: 'Rattrapage',
  resourceType: 'correction',
  type: 'pdf',
  file,
  isFree: false,
  version: 'b2e4d6c8-3f5a-4b7c-8d9e-2a3b4c5d6e7f',
  ...at,
})

/** A Premium account, whose payment is in the ledger. */
export const samplePremiumUser = {
  id: '6a1c3e5b-7d9f-4b2c-8e0a-1c2d3e4f5a6b',
  email: 'abonnee@exemple.test',
} as const

export const sampleLedgerEntry = v.parse(LedgerEntry, {
  id: ledgerEntryId(samplePremiumUser.id, '9c2e4a6b-1d3f-4c5e-8a7b-0d1e2f3a4b5c'),
  createdAt: at.createdAt,
  receivedOn: '2026-01-01',
  kind: 'payment',
  amount: 250,
  means: 'Virement bancaire',
  reference: 'VIR-2026-02',
  by: 'proprietaire@exemple.test',
  userId: samplePremiumUser.id,
})

export const sampleAuditEntry = v.parse(AuditEntry, {
  id: 'd3e5f7a9-2b4c-4d6e-8f0a-1b2c3d4e5f6a',
  createdAt: at.createdAt,
  actor: { type: 'admin', email: 'proprietaire@exemple.test' },
  action: 'UPDATE_PREMIUM',
  target: sampleUser.email,
  before: { isPremium: false },
  after: { isPremium: true },
})

export const sampleBlockedEmail = v.parse(BlockedEmail, {
  ...SAMPLE_BLOCKED_EMAIL,
  blockedAt: at.createdAt,
  blockedBy: 'proprietaire@exemple.test',
})

export const sampleCopy = v.parse(Copy, {
  code: 'BKT-RWD-XHM',
  userId: sampleUser.id,
  email: sampleUser.email,
  documentId: subjectId(sampleSubject),
  title: subjectTitle(sampleSubject),
  version: sampleSubject.version,
  issuedAt: at.createdAt,
})

export const NEW_CARD_BATCH = 'W8D5ES'

export const sampleCardBatch = v.parse(CardBatch, {
  id: 'B4TC7H',
  label: 'Librairie Exemple, Rabat',
  count: 2,
  validUntil: '2999-06-30',
  premiumUntil: '2999-07-10',
  priceDh: 250,
  used: 0,
  createdAt: at.createdAt,
})

export const sampleCard = v.parse(Card, {
  ...sampleCardBatch,
  // Digest of SAMPLE_CARD_CODE (functions/data/cards.ts).
  id: '-aHqUlxfLpw_F_TZ7UkKcw9ceEoAvfkSichHpO8sYfQ',
  batchId: sampleCardBatch.id,
  serial: `${sampleCardBatch.id}-001`,
  ending: SAMPLE_CARD_CODE.slice(-3),
})

export const sampleNotice = v.parse(Notice, {
  ...SAMPLE_NOTICE,
  actor: 'SYSTEM',
  day: '2026-01-01',
  first: at.createdAt,
  last: at.updatedAt,
})

export const sampleReport = v.parse(Report, {
  id: '7d9f1b3c-5e2a-4c6d-8f0b-1a2b3c4d5e6f_AbCdEfGhIjKlMnOpQrStUv',
  documentId: subjectId(sampleSubject),
  title: subjectTitle(sampleSubject),
  type: 'pdf',
  page: 3,
  kind: 'unreadable',
  text: 'La page est trop sombre.',
  ...at,
})

/** A request of an account of its own, since `sampleUser` has no open request. */
export const samplePaymentRequest = v.parse(PaymentRequest, {
  ...samplePaymentInput,
  id: SAMPLE_PAYMENT_REQUEST_ID,
  userId: parsePaymentRequestId(SAMPLE_PAYMENT_REQUEST_ID).userId,
  email: 'payeur@exemple.test',
  ...at,
})

export const sampleBrokenDocument = v.parse(BrokenDocument, {
  id: subjectId(sampleSubject),
  title: subjectTitle(sampleSubject),
  fault: 'missing',
  since: at.createdAt,
})

export const sampleSettings = v.parse(SettingsView, {
  version: 0,
  priceDh: 250,
  premiumValidUntil: '2026-07-10',
  exams: [
    { label: 'Examen national, session normale', date: '2027-06-03' },
    { label: 'Examen national, session de rattrapage', date: '2027-07-05' },
  ],
  contact: {
    email: 'contact@exemple.test',
    phone: '+212 600 00 00 01',
    whatsapp: '212600000001',
    socialUrl: 'https://reseau.exemple.test/site',
    availability: 'Du lundi au vendredi, de 9h à 18h',
  },
  payment: {
    bank: { name: 'Banque Exemple', holder: 'Exemple', account: '000 000 0000000000000000 00' },
    agencies: ['Agence Transfert Un', 'Agence Transfert Deux'],
  },
  claims: { subjects: 108, resources: 1200, yearsOfExperience: 25 },
  acceptsQuestions: true,
  privacy: {
    controller: 'Exemple',
    authority: 'Commission nationale de contrôle de la protection des données à caractère personnel (CNDP)',
  },
})
