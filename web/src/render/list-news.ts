import { paperPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { listThemes, tracks } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { News } from '#web/lib/home-content.ts'

/** `addedAt`: ISO instant. */
export type DatedNews = News & { addedAt: string }

/** Lists what is new, newest first: each paper, and for each chapter the documents of one day together. */
export function listNews(content: PublishedContent): DatedNews[] {
  return [...newPapers(content), ...newDocuments(content)].toSorted(
    (one, other) => other.addedAt.localeCompare(one.addedAt) || one.path.localeCompare(other.path),
  )
}

function newPapers({ subjects, dates }: PublishedContent): DatedNews[] {
  return subjects.flatMap((paper) => {
    const addedAt = dates.get(paper.id)?.createdAt
    if (!addedAt) return []
    const { hasCorrection, hasVideo } = paper
    const parts = ['Sujet', ...(hasCorrection ? ['corrigé'] : []), ...(hasVideo ? ['vidéo'] : [])]
    const detail = parts.length > 2 ? `${parts[0]}, ${parts[1]} et ${parts[2]}` : parts.join(' et ')
    return [{ path: paperPath(paper), title: subjectTitle(paper), detail, ...dated(addedAt) }]
  })
}

function newDocuments({ chapters, dates }: PublishedContent): DatedNews[] {
  return tracks.flatMap(({ code, slug: track, label }) =>
    listThemes(code).flatMap(({ slug: theme, chapters: titles }) =>
      titles.flatMap((title, index) => {
        const documents = chapters[`${code}/${theme}/${index + 1}`] ?? []
        const added = documents.flatMap(({ id, available }) => (available && dates.get(id)?.createdAt) || [])
        return byDay(added).map((instants) => ({
          path: `/${track}/${theme}/${index + 1}`,
          title,
          detail: `${instants.length} ${instants.length > 1 ? 'documents' : 'document'}, ${label}`,
          ...dated(instants.toSorted().at(-1) ?? ''),
        }))
      }),
    ),
  )
}

function byDay(instants: readonly string[]): string[][] {
  const days = new Map<string, string[]>()
  for (const instant of instants) {
    const { day } = dated(instant)
    days.set(day, [...(days.get(day) ?? []), instant])
  }
  return [...days.values()]
}

function dated(addedAt: string) {
  return { day: moroccanDay(new Date(addedAt)), addedAt }
}
