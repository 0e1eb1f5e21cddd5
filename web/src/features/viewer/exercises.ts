import { useQuery } from '@tanstack/react-query'
import { parseSubjectDocumentId, type SubjectPart, subjectId } from '#shared/catalogue/subjects.ts'
import { exercisePages } from '#shared/domain/practice/exercise-scope.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { api, getSubject } from '#web/lib/api/api.ts'
import type { PageRange } from './pages/page-range.ts'

/** Returns which of a paper's documents an id names; null for a document that belongs to no paper. */
export function partOf(id: string): SubjectPart | null {
  return parseSubjectDocumentId(id)?.part ?? null
}

/**
 * Returns the exercises of the paper to which a document belongs; none for others. A page of a paper has them already;
 * other pages need one small request.
 * @param isReady true when the document is shown, because its own requests come first
 */
export function useExercises(documentId: string, isReady: boolean): readonly Exercise[] {
  const paper = parseSubjectDocumentId(documentId)?.subject
  const { data } = useQuery({
    ...api(getSubject).queryOptions({ params: { id: paper ? subjectId(paper) : '' } }),
    enabled: paper !== undefined && isReady,
  })
  return data?.exercises ?? NONE
}

const NONE: readonly Exercise[] = []

/**
 * Returns the place at which an exercise begins in one of the paper's documents: a page, or a second of the video; null
 * when it is not known.
 */
export function startOf(exercise: Exercise, part: SubjectPart): number | null {
  if (part === 'video') return exercise.videoSeconds
  return part === 'correction' ? exercise.correctionPage : exercise.page
}

/**
 * Returns the exercise that is being read: the chosen one while its page is open, else the first that begins on the
 * page, else the last that began before.
 * @param page of the document; null while none is known, as in a video
 */
export function exerciseAt(
  exercises: readonly Exercise[],
  part: SubjectPart,
  page: number | null,
  chosen: number | null,
): Exercise | undefined {
  const choice = exercises.find(({ number }) => number === chosen)
  const known = exercises.filter((each) => startOf(each, part) !== null)
  if (page === null || part === 'video' || known.length === 0) return choice ?? exercises[0]
  if (choice && startOf(choice, part) === page) return choice
  return (
    known.find((each) => startOf(each, part) === page) ??
    known.findLast((each) => (startOf(each, part) ?? 0) < page) ??
    known[0]
  )
}

/**
 * Returns the pages of an exercise in one of the paper's documents, until the one on which the next exercise begins;
 * null where they are not known, and for a video.
 */
export function pagesOf(
  exercises: readonly Exercise[],
  { number }: Exercise,
  part: SubjectPart,
): PageRange | null {
  if (part === 'video') return null
  const field = part === 'correction' ? 'correctionPage' : 'page'
  return exercisePages(exercises, number, field, Number.POSITIVE_INFINITY)
}
