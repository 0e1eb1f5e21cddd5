import { TRACK_CODES } from '../catalogue/tracks.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { BlockedEmail } from './blocked-email.ts'
import type { BrokenDocument } from './broken-document.ts'
import { SAMPLE_DOCUMENT_ID } from './fields.ts'
import { SAMPLE_DRIVE_ID } from './file.ts'
import type { Resource } from './resource.ts'
import { type Subject, subjectId, subjectTitle } from './subject.ts'
import type { User } from './user.ts'

// One of each entity, for sample requests, demo content and tests. Apart from the entities, which every page loads.

export const sampleResource: Resource = {
  id: SAMPLE_DOCUMENT_ID,
  title: 'Ondes mécaniques - 2019',
  description: '',
  track: TRACK_CODES[0],
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2019',
  session: 'Rattrapage',
  resourceType: 'correction',
  type: 'pdf',
  file: { kind: 'drive', fileId: SAMPLE_DRIVE_ID },
  isFree: false,
  thumbnail: null,
  captions: null,
  version: 'b2e4d6c8-3f5a-4b7c-8d9e-2a3b4c5d6e7f',
  size: null,
  pages: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const sampleSubject: Subject = {
  track: TRACK_CODES[0],
  year: '2024',
  session: 'Normale',
  file: { kind: 'drive', fileId: SAMPLE_DRIVE_ID },
  version: 'a1f3c5d7-0b2e-4c6a-8e9d-1f2a3b4c5d6e',
  size: 1_234_567,
  pages: 6,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const sampleUser: User = {
  id: '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d',
  email: 'eleve@exemple.test',
  isPremium: false,
  premiumUntil: null,
  isAdmin: false,
  blockedAt: null,
  signInsFrom: null,
  endedSignIn: null,
  lease: null,
  hasSecondFactor: false,
  payment: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const sampleAuditEntry: AuditEntry = {
  id: 'd3e5f7a9-2b4c-4d6e-8f0a-1b2c3d4e5f6a',
  createdAt: '2026-01-01T00:00:00.000Z',
  actor: { type: 'admin', email: 'proprietaire@exemple.test' },
  action: 'UPDATE_PREMIUM',
  target: 'eleve@exemple.test',
  before: { isPremium: false },
  after: { isPremium: true },
}

export const sampleBlockedEmail: BlockedEmail = {
  email: 'fraude@exemple.test',
  reason: 'Fraude',
  blockedAt: '2026-01-01T00:00:00.000Z',
  blockedBy: 'proprietaire@exemple.test',
}

export const sampleBrokenDocument: BrokenDocument = {
  id: subjectId(sampleSubject),
  title: subjectTitle(sampleSubject),
  fault: 'missing',
  since: '2026-01-01T00:00:00.000Z',
}
