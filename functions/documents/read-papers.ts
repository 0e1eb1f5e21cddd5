import { buffer } from 'node:stream/consumers'
import { parseSubjectId, subjectId } from '#shared/catalogue/subjects.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { findChapters } from '#shared/domain/practice/exercise-chapters.ts'
import { findExercises } from '#shared/domain/practice/exercise-headings.ts'
import type { ProposedExercise } from '#shared/entities/exercise.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Subject } from '#shared/entities/subject.ts'
import { filesOf, type Proposals } from '../data/proposals.ts'
import type { Subjects } from '../data/subjects.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure, driveRefusalForOwners } from '../drive/failure.ts'
import { describeError, logger } from '../http/log.ts'
import { readPdfLines } from '../pdf/read-pdf.ts'

type PaperDeps = { drive: Pick<Drive, 'open'>; proposals: Proposals }

/** A scan of a paper has some 5 MB. A longer file is not read. Bytes. */
const READ_AT_MOST = 20 * 1000 * 1000

/**
 * Reads the papers with new files, one after the other, and deletes the proposals of deleted papers. A paper is read
 * another day when Drive does not answer about it.
 * @returns the number of papers that were read
 */
export async function readNewPapers(
  deps: PaperDeps & { subjects: Pick<Subjects, 'listAll'> },
  mayGoOn: () => boolean,
): Promise<number> {
  const [subjects, read] = await Promise.all([deps.subjects.listAll(), deps.proposals.listRead()])
  const ids = new Set(subjects.map(subjectId))
  for (const id of read.keys()) if (!ids.has(id)) await deps.proposals.remove(id)
  let count = 0
  for (const subject of subjects) {
    if (!mayGoOn()) break
    if (read.get(subjectId(subject)) === filesOf(subject)) continue
    try {
      await readPaper(deps, subject)
      count += 1
    } catch (error) {
      if (!(error instanceof DriveFailure)) throw error
      logger.warn('paper not read', { subjectId: subjectId(subject), cause: describeError(error) })
    }
  }
  return count
}

/**
 * Reads one paper at once.
 * @param drive null in embed mode, which has no credentials
 * @throws DomainError NOT_FOUND, DOCUMENT_UNAVAILABLE, DOCUMENT_SOURCE_FAILED
 */
export async function readProposals(
  { drive, proposals }: { drive: Pick<Drive, 'open'> | null; proposals: Proposals },
  id: string,
) {
  const key = parseSubjectId(id)
  const found = key && (await proposals.find(key))
  if (!found) throw new DomainError('NOT_FOUND')
  if (found.proposed) return { isRead: true, exercises: found.proposed }
  if (!drive) return { isRead: false, exercises: [] }
  try {
    return { isRead: true, exercises: await readPaper({ drive, proposals }, found.subject) }
  } catch (error) {
    throw driveRefusalForOwners(error)
  }
}

/**
 * Finds the exercises in the text of a paper and stores them. The paper is stored as read before its files are opened,
 * so that a file that ends the whole function by its memory does so once.
 */
async function readPaper({ drive, proposals }: PaperDeps, subject: Subject): Promise<ProposedExercise[]> {
  const statement = await download(drive, subject.file)
  const correction = subject.correction && (await download(drive, subject.correction.file))
  await proposals.save(subject, [])
  const announced = findExercises(await linesOf(statement))
  const corrected = announced.length > 0 ? findExercises(await linesOf(correction)) : []
  const exercises = announced.map(({ questions, ...exercise }) => ({
    ...exercise,
    chapters: findChapters(subject.track, exercise.title, questions),
    correctionPage: corrected.find(({ number }) => number === exercise.number)?.page ?? null,
    videoSeconds: null,
  }))
  await proposals.save(subject, exercises)
  return exercises
}

/** Returns the bytes of a file, or null for an empty or a long one. @throws DriveFailure */
async function download(drive: Pick<Drive, 'open'>, file: DriveReference): Promise<Buffer | null> {
  const media = await drive.open({ file, range: `bytes=0-${READ_AT_MOST - 1}`, partAtMost: READ_AT_MOST })
  if (media.kind === 'unsatisfiable') return null
  const size = media.kind === 'part' ? media.total : media.size
  if (size !== null && size <= READ_AT_MOST) return buffer(media.body)
  await media.body.cancel()
  return null
}

async function linesOf(pdf: Buffer | null): Promise<string[][]> {
  return (pdf && (await readPdfLines(pdf))) ?? []
}
