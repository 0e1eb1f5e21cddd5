import type { ManagedSubject } from '#shared/entities/subject.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'

/** A subject as those who manage it see it. */
export function subjectView(subject: Subject): ManagedSubject {
  const { track, year, session, file, createdAt, updatedAt } = subject
  return {
    id: subjectId(subject),
    track,
    year,
    session,
    hasFile: true,
    file: file.fileId,
    createdAt,
    updatedAt,
  }
}
