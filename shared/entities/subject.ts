import * as v from 'valibot'
import { OLDEST_SUBJECT_YEAR, partLabels, type SubjectPart, subjectId } from '../catalogue/subjects.ts'
import { Exercises } from './exercise.ts'
import { Day, ExamSession, orNull, Timestamp, TrackCode, Year } from './fields.ts'
import { contentFields, DocumentSize, DriveReference, FileContent } from './file.ts'

/** The tables have a row for every year: a mistyped 9999 would give eight thousand. */
const LAST_SUBJECT_YEAR = 2100

export const SubjectYear = v.pipe(
  Year,
  v.check(
    // `Year` checks the four digits, with its own sentence.
    (year) =>
      !/^\d{4}$/.test(year) || (Number(year) >= OLDEST_SUBJECT_YEAR && Number(year) <= LAST_SUBJECT_YEAR),
    `L'année doit être comprise entre ${OLDEST_SUBJECT_YEAR} et ${LAST_SUBJECT_YEAR}`,
  ),
)

export const SubjectDocument = v.object({
  file: DriveReference,
  /** Changes whenever the file does, so that no cached copy of an earlier file is served. */
  version: v.string(),
  ...FileContent.entries,
})
export type SubjectDocument = v.InferOutput<typeof SubjectDocument>

/** The field of each document of a subject with the day on which a reported error was last corrected. */
export const correctedOnField = {
  statement: 'correctedOn',
  correction: 'correctionCorrectedOn',
  video: 'videoCorrectedOn',
} as const satisfies Record<SubjectPart, string>

const CorrectedOn = v.optional(Day)

/** A paper of the baccalaureate, at most one for each track, year and session. Its own file is the statement. */
export const Subject = v.object({
  track: TrackCode,
  year: SubjectYear,
  session: ExamSession,
  ...SubjectDocument.entries,
  /** True when everyone may open the statement. Correction and video are always Premium. */
  isFree: v.optional(v.boolean(), false),
  correction: orNull(SubjectDocument),
  video: orNull(SubjectDocument),
  exercises: v.optional(Exercises, []),
  correctedOn: CorrectedOn,
  correctionCorrectedOn: CorrectedOn,
  videoCorrectedOn: CorrectedOn,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Subject = v.InferOutput<typeof Subject>

const listed = { id: v.string(), hasFile: v.boolean() }
const shown = v.pick(Subject, ['track', 'year', 'session', 'size', 'pages', 'isFree']).entries

export const SubjectItem = v.object({
  ...listed,
  ...shown,
  // Lists that a device keeps for use offline may lack these fields.
  hasCorrection: v.optional(v.boolean(), false),
  hasVideo: v.optional(v.boolean(), false),
  correction: orNull(DocumentSize),
  video: orNull(DocumentSize),
  corrected: v.optional(v.object({ statement: CorrectedOn, correction: CorrectedOn, video: CorrectedOn })),
})
export type SubjectItem = v.InferOutput<typeof SubjectItem>

export const ManagedSubject = v.object({
  ...listed,
  ...v.omit(Subject, [
    'file',
    'version',
    ...contentFields,
    'correction',
    'video',
    ...Object.values(correctedOnField),
  ]).entries,
  file: v.string(),
  correction: orNull(v.string()),
  video: orNull(v.string()),
})
export type ManagedSubject = v.InferOutput<typeof ManagedSubject>

export const subjectFieldLabels = {
  track: 'Filière',
  year: 'Année',
  session: 'Session',
  file: 'Fichier',
  isFree: 'Gratuit',
  correction: partLabels.correction,
  video: partLabels.video,
} as const satisfies Partial<Record<keyof Subject, string>>

/** Parses a stored subject to its public view. A stored subject always has a file. */
export const PublicSubject = v.pipe(
  v.object({
    ...shown,
    ...v.pick(Subject, ['correctedOn', 'correctionCorrectedOn', 'videoCorrectedOn']).entries,
    correction: orNull(DocumentSize),
    video: orNull(DocumentSize),
  }),
  v.transform(
    ({ correctedOn, correctionCorrectedOn, videoCorrectedOn, ...subject }): SubjectItem => ({
      ...subject,
      ...((correctedOn ?? correctionCorrectedOn ?? videoCorrectedOn) && {
        corrected: {
          ...(correctedOn && { statement: correctedOn }),
          ...(correctionCorrectedOn && { correction: correctionCorrectedOn }),
          ...(videoCorrectedOn && { video: videoCorrectedOn }),
        },
      }),
      id: subjectId(subject),
      hasFile: true,
      hasCorrection: subject.correction !== null,
      hasVideo: subject.video !== null,
    }),
  ),
)

export function publicSubject(subject: Subject): SubjectItem {
  return v.parse(PublicSubject, subject)
}
