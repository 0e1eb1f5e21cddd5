import { subjectId } from '#shared/catalogue/subjects.ts'
import { documentsOfSubject } from '#shared/domain/documents/document.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { findChapters } from '#shared/domain/practice/exercise-chapters.ts'
import { findExercises } from '#shared/domain/practice/exercise-headings.ts'
import type { ProposedExercise } from '#shared/entities/exercise.ts'
import { rowTexts } from '#shared/entities/prepared-document.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { PagesBucket } from '../aws/buckets.ts'
import type { PreparationQueue } from '../aws/preparation-queue.ts'
import { filesOf } from '../data/proposals.ts'
import type { Deps } from '../http/use-case.ts'

type PaperDeps = Pick<Deps, 'proposals'> & { bucket: PagesBucket | null }

/** Most papers are prepared in a few seconds. */
const PREPARING_S = 2

/** Reads the exercises of papers that were prepared since, and deletes the proposals of deleted papers. */
export async function readNewPapers(
  deps: PaperDeps & Pick<Deps, 'subjects'>,
  mayGoOn: () => boolean,
): Promise<number> {
  const [subjects, read] = await Promise.all([deps.subjects.listAll(), deps.proposals.listRead()])
  const ids = new Set(subjects.map(subjectId))
  for (const id of read.keys()) if (!ids.has(id)) await deps.proposals.remove(id)
  let count = 0
  for (const subject of subjects) {
    if (!mayGoOn()) break
    if (read.get(subjectId(subject)) !== filesOf(subject) && (await readPaper(deps, subject))) count += 1
  }
  return count
}

/** Asks for a missing preparation. @throws DomainError NOT_FOUND, DOCUMENT_PREPARING, DOCUMENT_BROKEN */
export async function readProposals(deps: PaperDeps & { queue: PreparationQueue }, id: string) {
  const { subject, proposed } = found(await deps.proposals.find(id))
  const exercises = proposed ?? (await readPaper(deps, subject))
  if (exercises === null && deps.bucket) {
    if (subject.fault !== null) throw new DomainError('DOCUMENT_BROKEN')
    await deps.queue.send(documentsOfSubject(subject).map((document) => document.id))
    throw new DomainError('DOCUMENT_PREPARING', { retryAfterSeconds: PREPARING_S })
  }
  return { isRead: exercises !== null, exercises: exercises ?? [] }
}

/** @returns null for a paper that is not prepared */
async function readPaper(
  { bucket, proposals }: PaperDeps,
  subject: Subject,
): Promise<ProposedExercise[] | null> {
  const readLines = async (digest: string | null | undefined) => {
    const text = digest ? await bucket?.readText(digest) : null
    return text?.pages.map(rowTexts)
  }
  const statement = await readLines(subject.digest)
  if (!statement) return null
  const correction = (await readLines(subject.correction?.digest)) ?? []
  const exercises = findExercises(statement, correction).map((exercise) => {
    const { number, title, points, page, correctionPage, questions } = exercise
    const chapters = findChapters(subject.track, title, questions)
    return { number, title, points, page, correctionPage, chapters, videoSeconds: null }
  })
  await proposals.save(subject, exercises)
  return exercises
}
