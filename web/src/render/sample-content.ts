import { subjectId, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, listThemes, tracks } from '#shared/catalogue/tracks.ts'
import type { ChapterPath, PublishedContent } from '#shared/contract/published-content.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem, ResourceType, VideoItem } from '#shared/entities/resource.ts'
import { SettingsView } from '#shared/entities/settings.ts'
import { SubjectItem } from '#shared/entities/subject.ts'

/** The newest years, for which each chapter has its documents. */
const YEARS = subjectYears([])
const CHAPTER_YEARS = YEARS.slice(0, 4)

/** Tests use it, and the build, which finds out from its pages which styles they need. */
export function createPublishedContent(changes: Partial<PublishedContent> = {}): PublishedContent {
  const subjects = tracks.flatMap(({ code: track }) =>
    YEARS.flatMap((year) =>
      EXAM_SESSIONS.map((session) => {
        const id = subjectId({ track, year, session })
        return createSample(SubjectItem, { id, track, year, session, size: 400_000 + Number(year), pages: 6 })
      }),
    ),
  )
  const chapters = Object.fromEntries(
    tracks.flatMap(({ code }) =>
      listThemes(code).flatMap(({ slug, chapters: titles }) =>
        titles.map((title, index): [ChapterPath, ChapterItem[]] => {
          const path: ChapterPath = `${code}/${slug}/${index + 1}`
          return [path, chapterItems(path, title)]
        }),
      ),
    ),
  )
  const videos = Array.from({ length: 12 }, (_, index) =>
    createSample(VideoItem, { id: `video-${index}`, title: `Piles : cours ${index + 1}` }),
  )
  const ids = [...subjects, ...Object.values(chapters).flat(), ...videos].map(({ id }) => id)
  return {
    name: 'Révision Bac Physique-Chimie',
    origin: 'https://site.example',
    today: '2026-11-23',
    settings: createSample(SettingsView),
    subjects,
    chapters,
    videos,
    exercises: new Map(),
    statements: new Map(),
    answers: new Map(),
    sheets: new Map(),
    dates: new Map(ids.map((id, index) => [id, datesAt(index)])),
    ...changes,
  }
}

function chapterItems(path: ChapterPath, chapter: string): ChapterItem[] {
  return CHAPTER_YEARS.flatMap((year) =>
    EXAM_SESSIONS.flatMap((session) =>
      ResourceType.options.slice(0, 2).map((resourceType) =>
        createSample(ChapterItem, {
          id: `${path}/${year}/${session}/${resourceType}`.toLowerCase().replaceAll('/', '-'),
          title: `${chapter} - ${year} ${session}`,
          year,
          session,
          resourceType,
          isFree: year === CHAPTER_YEARS[0],
        }),
      ),
    ),
  )
}

/** Each document has a day of its own, so that their order is certain. */
function datesAt(index: number) {
  const createdAt = new Date(Date.UTC(2026, 9, 1) - index * 86_400_000).toISOString()
  return { createdAt, updatedAt: createdAt }
}
