import type { SubjectKey } from '#shared/entities/subject.ts'

/** Where a subject stands on its track's page, as the end of an address: '2019-rattrapage'. */
export function subjectAnchor({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session.toLowerCase()}`
}
