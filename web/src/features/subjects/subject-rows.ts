import type { ExamSession } from '#shared/catalogue/tracks.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { subjectYears } from '#shared/entities/subject.ts'

/** One year of a track: its subject for each session, or null where none exists. */
export type SubjectRow = { year: string; subjects: Record<ExamSession, SubjectItem | null> }

/** A row for each year from the newest down to 2008, with or without subjects (D17). */
export function byYear(items: readonly SubjectItem[]): SubjectRow[] {
  const find = (year: string, session: ExamSession) =>
    items.find((item) => item.year === year && item.session === session) ?? null
  return subjectYears(items).map((year) => ({
    year,
    subjects: { Normale: find(year, 'Normale'), Rattrapage: find(year, 'Rattrapage') },
  }))
}
