import type * as catalogue from '#shared/contract/catalogue.ts'
import type { Route } from '#shared/contract/route.ts'
import type * as details from '#shared/contract/subject-details.ts'

// The contract's public lists without their schemas, which would be a tenth of what a visitor loads beside React: the
// server has checked these answers, and a page only shows them.

export const listSubjects = unchecked<typeof catalogue.listSubjects>('/api/subjects')
export const getSubject = unchecked<typeof details.getSubject>('/api/subjects/{id}')
export const listExercises = unchecked<typeof details.listExercises>('/api/exercises')
export const getChapter = unchecked<typeof catalogue.getChapter>('/api/chapters/{track}/{theme}/{chapter}')
export const listVideos = unchecked<typeof catalogue.listVideos>('/api/videos')

function unchecked<R extends Route>(path: R['path']): R {
  const response = { '~standard': { validate: (value: unknown) => ({ value }) } }
  const called = { method: 'GET', path, access: 'public', csv: [], response }
  return called as unknown as R
}
