import { paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'

/**
 * Returns the instant of the last change of a page's documents and of its sheet, by its path. Other pages have none, because the date of
 * their texts is not known.
 */
export function listPageDates(content: PublishedContent): ReadonlyMap<string, string> {
  const { subjects, chapters, sheets, videos, dates } = content
  const newest = new Map<string, string>()
  const note = (id: string, ...paths: string[]) => noteChange(dates.get(id)?.updatedAt ?? '', ...paths)
  const noteChange = (changedAt: string, ...paths: string[]) => {
    for (const path of paths) if (changedAt > (newest.get(path) ?? '')) newest.set(path, changedAt)
  }
  for (const paper of subjects)
    note(paper.id, paperPath(paper), subjectsPath(paper.track), '/sujets-bac', '/')
  for (const { id } of videos) note(id, '/videos-gratuites')
  for (const { code, slug } of tracks) {
    const paths = (chapter: string) => [chapter.replace(code, `/${slug}`), `/${slug}`, '/']
    const isOfTrack = ([chapter]: readonly [string, unknown]) => chapter.startsWith(`${code}/`)
    for (const [chapter, items] of Object.entries(chapters).filter(isOfTrack))
      for (const { id } of items ?? []) note(id, ...paths(chapter))
    for (const [chapter, { updatedAt }] of [...sheets].filter(isOfTrack))
      noteChange(updatedAt, ...paths(chapter))
  }
  return newest
}
