import * as v from 'valibot'
import { subjectId, subjectTitle } from '../catalogue/subjects.ts'
import { SAMPLE_DRIVE_ID } from '../entities/file.ts'
import { sampleInboxFile } from '../entities/inbox-file.ts'
import { paymentRequestNumber, samplePicture } from '../entities/payment-request.ts'
import { sampleQuestion } from '../entities/question.ts'
import {
  sampleAccountDay,
  sampleAuditEntry,
  sampleBlockedEmail,
  sampleBrokenDocument,
  sampleCard,
  sampleCardBatch,
  sampleCopy,
  sampleLedgerEntry,
  sampleMockExam,
  sampleNotice,
  samplePaymentRequest,
  samplePremiumUser,
  sampleReport,
  sampleResource,
  sampleSettings,
  sampleSubject,
  sampleUser,
} from '../entities/samples.ts'
import { sampleSheet } from '../entities/sheet.ts'
import { sampleSignUpChallenge } from './samples.ts'

type Schema = v.GenericSchema<unknown, unknown>

type Parts = {
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: readonly unknown[]
  literal?: unknown
}

const { track, year, session } = sampleSubject

const entities: readonly Record<string, unknown>[] = [
  sampleUser,
  {
    ...sampleSubject,
    id: subjectId(sampleSubject),
    hasCorrection: false,
    hasVideo: false,
    correction: null,
    video: null,
    file: SAMPLE_DRIVE_ID,
  },
  { ...sampleResource, file: SAMPLE_DRIVE_ID },
  sampleAuditEntry,
  sampleBlockedEmail,
  { ...sampleBrokenDocument, openings: 3 },
  {
    userId: sampleUser.id,
    email: sampleUser.email,
    ...sampleAccountDay,
    browsers: sampleAccountDay.browsers.length,
  },
  sampleCopy,
  { ...sampleMockExam, track, year, session, title: subjectTitle(sampleSubject) },
  sampleCard,
  sampleCardBatch,
  sampleNotice,
  { ...sampleLedgerEntry, email: samplePremiumUser.email },
  {
    ...samplePaymentRequest,
    number: paymentRequestNumber(samplePaymentRequest.id),
    hasReceipt: false,
    isPremium: false,
    premiumLastDay: null,
  },
  { ...sampleInboxFile, file: sampleInboxFile.fileId, obstacle: null, doubles: [] },
  { searchedAt: sampleUser.createdAt, fault: null, isCut: false, hasFolder: true },
  { ...sampleQuestion, published: false, publishedText: null },
  sampleReport,
  sampleSettings,
  sampleSheet,
  sampleSignUpChallenge,
]

/** Texts for fields that no entity has; the first that the schema accepts is used. */
const texts = [sampleUser.createdAt, sampleUser.id]

/** Fields come from the sample entity that has most of them. @throws ValiError when `changes` must give a field */
export function createSample<S extends Schema>(
  schema: S,
  changes: Partial<v.InferInput<S>> = {},
): v.InferOutput<S> {
  const value = valueFor(schema)
  return v.parse(schema, isObject(value) ? { ...value, ...changes } : value)
}

function valueFor(schema: Schema): unknown {
  const { entries = {}, item, wrapped, options = [], literal } = schema as Parts
  const values: Record<string, () => unknown> = {
    object: () => objectFor(entries),
    array: () => item && [valueFor(item)],
    string: () => texts.find((text) => v.is(schema, text)),
    number: () => 1,
    boolean: () => true,
    literal: () => literal,
    picklist: () => options[0],
    variant: () => valueFor(options[0] as Schema),
    nullable: () => null,
    optional: () => wrapped && valueFor(wrapped),
    blob: samplePicture,
    record: () => ({}),
  }
  return values[schema.type]?.()
}

function objectFor(entries: Record<string, Schema>): Record<string, unknown> {
  const entity = nearestEntity(Object.keys(entries))
  return Object.fromEntries(
    Object.entries(entries).map(([name, schema]) => {
      const known = entity[name]
      return [name, known !== undefined && v.is(schema, known) ? known : valueFor(schema)]
    }),
  )
}

function nearestEntity(names: readonly string[]): Record<string, unknown> {
  const common = (entity: object) => names.filter((name) => name in entity).length
  const others = (entity: object) => Object.keys(entity).length - common(entity)
  const [nearest = {}] = entities.toSorted((a, b) => common(b) - common(a) || others(a) - others(b))
  return nearest
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)
}
