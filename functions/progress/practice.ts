import type * as v from 'valibot'
import { paperFields, parseSubjectDocumentId, parseSubjectId } from '#shared/catalogue/subjects.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import {
  type listPractice as contract,
  type LastReadView,
  MOST_LISTED_EXAMS,
  type MockExamView,
  type PracticedPaperView,
} from '#shared/contract/practice.ts'
import type { ChapterProgress } from '#shared/contract/progress.ts'
import { assertMayOpen, examThatOpens, mayOpen } from '#shared/domain/accounts/document-access.ts'
import { type ChapterAddress, chapterAtAddress } from '#shared/domain/chapter.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { documentOfSubject } from '#shared/domain/documents/document.ts'
import { found } from '#shared/domain/domain-error.ts'
import { mergeExerciseMarks, type PaperChange } from '#shared/domain/practice/exercise-marks.ts'
import { examEnd, minutesSat } from '#shared/domain/practice/mock-exam.ts'
import { type MarkChange, mergeMarks } from '#shared/domain/practice/progress.ts'
import { pointsByChapter, scoreOutOf20 } from '#shared/domain/practice/score.ts'
import { type ExerciseHelp, helpOf } from '#shared/entities/exercise.ts'
import type { MockExam, PracticedPaper } from '#shared/entities/practice.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import type { MarkedChapter } from '../data/progress.ts'
import type { CountOpening } from '../http/account-calls.ts'
import type { Caller, Deps } from '../http/use-case.ts'
import { countsInStatistics } from './mock-exam.ts'

export async function listPractice(
  deps: Pick<Deps, 'mockExams' | 'practicedPapers' | 'subjects' | 'documents' | 'clock'>,
  user: User,
): Promise<v.InferInput<typeof contract.response>> {
  const [exams, papers, read] = await Promise.all([
    deps.mockExams.listNewest(user.id, MOST_LISTED_EXAMS),
    deps.practicedPapers.listOwn(user.id),
    findLastRead(deps, user),
  ])
  const now = deps.clock.now()
  return {
    now: now.toISOString(),
    items: exams.map((exam) => mockExamView(exam, now)),
    papers: papers.map(practicedPaperView),
    byChapter: pointsByChapter(exams, papers),
    lastRead: read && lastReadView(user, read, exams, now),
  }
}

export function oneExamView(exam: MockExam, { clock }: Pick<Deps, 'clock'>) {
  const now = clock.now()
  return { ...mockExamView(exam, now), now: now.toISOString() }
}

export function practicedPaperView(paper: PracticedPaper): PracticedPaperView {
  const { subjectId, exercises, isDone, doneAt } = paper
  return { ...paperFields(subjectId), exercises, isDone, doneAt }
}

function mockExamView(exam: MockExam, now: Date): MockExamView {
  const { id, subjectId, startedAt, endsAt, exercises, marks, note } = exam
  const finishedAt = examEnd(exam, now)
  return {
    id,
    ...paperFields(subjectId),
    startedAt,
    endsAt,
    finishedAt,
    minutes: finishedAt === null ? null : minutesSat(startedAt, finishedAt),
    exercises,
    marks,
    score: scoreOutOf20(exam),
    note,
  }
}

async function findLastRead(
  { subjects, documents }: Pick<Deps, 'subjects' | 'documents'>,
  { lastRead }: User,
) {
  if (lastRead === null) return null
  const ofPaper = parseSubjectDocumentId(lastRead.id)
  const paper = ofPaper && (await subjects.find(ofPaper.subject))
  const document = ofPaper
    ? paper && documentOfSubject(paper, ofPaper.part)
    : await documents.find(lastRead.id)
  return { lastRead, document, paper }
}

/** Leaves out what the user may not open now; an examination may have opened it. */
function lastReadView(
  user: User,
  { lastRead, document, paper }: NonNullable<Awaited<ReturnType<typeof findLastRead>>>,
  exams: readonly MockExam[],
  now: Date,
): LastReadView {
  const sat = examThatOpens(user, document, now)
  const hasSat = exams.some((exam) => exam.subjectId === sat && examEnd(exam, now) !== null)
  if (!document || !mayOpen(user, document, now, hasSat)) return { ...lastRead, document: null }
  const { title, type } = document
  return { ...lastRead, document: { title, type, paper: paper && publicSubject(paper) } }
}

/** @throws DomainError NOT_FOUND, INVALID_REQUEST for marks that do not fit the paper, CONFLICT */
export async function markPaper(
  { practicedPapers, clock }: Pick<Deps, 'practicedPapers' | 'clock'>,
  { user, roles }: Caller,
  id: string,
  change: PaperChange,
): Promise<PracticedPaper> {
  const key = parseSubjectId(id)
  const now = clock.now()
  const student = { userId: user.id, isCounted: countsInStatistics({ user, roles }, now) }
  const paper = await (key &&
    practicedPapers.changeMarks(student, key, (marks, { exercises }) =>
      mergeExerciseMarks(marks, change, exercises, now),
    ))
  return found(paper)
}

/** An opening of the correction. @throws DomainError PREMIUM_REQUIRED, MOCK_EXAM_RUNNING, NOT_FOUND, the limits' own */
export async function getExerciseHelp(
  deps: Pick<Deps, 'subjects' | 'mockExams' | 'clock'> & { countOpening: CountOpening },
  user: User,
  id: string,
): Promise<ExerciseHelp[]> {
  const subject = await deps.subjects.findById(id)
  const correction = subject && documentOfSubject(subject, 'correction')
  const now = deps.clock.now()
  const paper = examThatOpens(user, correction, now)
  const hasSat = paper !== null && (await deps.mockExams.hasSat(user.id, paper))
  assertMayOpen(user, correction, now, hasSat)
  const help = helpOf(found(subject).exercises)
  if (help.length > 0) await deps.countOpening(user, found(correction).id)
  return help
}

export async function listProgress(
  { progress }: Pick<Deps, 'progress'>,
  userId: string,
  track: TrackCode | undefined,
): Promise<{ items: ChapterProgress[] }> {
  const chapters = await progress.listChapters(userId, track)
  return { items: chapters.map(progressView) }
}

/** @throws DomainError NOT_FOUND for a chapter that is not taught, INVALID_REQUEST for too many documents, CONFLICT */
export async function markDocuments(
  { progress, clock }: Pick<Deps, 'progress' | 'clock'>,
  userId: string,
  address: ChapterAddress,
  changes: readonly MarkChange[],
): Promise<ChapterProgress> {
  const chapter = { ...address, track: chapterAtAddress(address).track }
  const now = clock.now()
  const marks = await progress.changeMarks(
    { userId, ...chapter },
    (stored) => mergeMarks(stored, changes, moroccanDay(now)),
    now,
  )
  return progressView({ ...chapter, marks })
}

function progressView({ track, theme, chapter, marks }: MarkedChapter): ChapterProgress {
  return { track, theme, chapter, marks: Array.from(marks, ([id, kept]) => ({ id, ...kept })) }
}
