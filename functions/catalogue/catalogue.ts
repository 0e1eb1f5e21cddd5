import { parseSubjectId } from '#shared/catalogue/subjects.ts'
import type { getChapter as route } from '#shared/contract/catalogue.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { chapterAtAddress } from '#shared/domain/chapter.ts'
import { found } from '#shared/domain/domain-error.ts'
import { publicExercise } from '#shared/entities/exercise.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import type { SubjectDetails } from '#shared/entities/subject-details.ts'
import type { Deps } from '../http/deps.ts'

/**
 * Returns one subject, without references to its files and without the help of its exercises.
 * @throws DomainError NOT_FOUND
 */
export async function getSubject({ subjects }: Pick<Deps, 'subjects'>, id: string): Promise<SubjectDetails> {
  const key = parseSubjectId(id)
  const subject = found(key && (await subjects.find(key)))
  return { ...publicSubject(subject), exercises: subject.exercises.map(publicExercise) }
}

/**
 * Returns a chapter with its resources, year descending.
 * @throws DomainError NOT_FOUND when the track does not teach it
 */
export async function getChapter(
  { resources }: Pick<Deps, 'resources'>,
  address: Parsed<typeof route.params>,
) {
  const { track, theme, chapter: title } = chapterAtAddress(address)
  const items = await resources.listChapter(track, theme, address.chapter)
  return { ...address, title, items }
}
