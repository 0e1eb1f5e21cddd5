import * as v from 'valibot'
import { parseSubjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { chapterNumber } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ChapterPath, PublishedContent } from '#shared/contract/published-content.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { publicExercise } from '#shared/entities/exercise.ts'
import type { PublishedAnswer } from '#shared/entities/question.ts'
import { ChapterItem, isAvailable, type Resource, VideoItem } from '#shared/entities/resource.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import type { PublishedSheet } from '../data/sheets.ts'
import type { Deps } from '../http/deps.ts'

type ContentDeps = Pick<Deps, 'settings' | 'subjects' | 'resources' | 'questions' | 'sheets' | 'clock'> & {
  /** Name and address of the site, the same in every publication of a deployment. */
  site: Pick<PublishedContent, 'name' | 'origin'>
}

/**
 * Returns the content of the public pages in the form of the API, which never contains a file reference. One query a
 * track, one each for sheets and published answers, and a query and a batch for every hundred resources.
 */
export async function readContent(deps: ContentDeps): Promise<PublishedContent> {
  const [settings, tracks, resources, answers, sheets] = await Promise.all([
    deps.settings.read(),
    Promise.all(TRACK_CODES.map((track) => deps.subjects.listTrack(track))),
    deps.resources.listAll(),
    deps.questions.listPublished(),
    deps.sheets.listPublished(),
  ])
  const subjects = tracks.flat()
  return {
    ...deps.site,
    today: moroccanDay(deps.clock.now()),
    settings,
    subjects: subjects.map(publicSubject),
    exercises: new Map(
      subjects.flatMap((subject) =>
        subject.exercises.length > 0 ? [[subjectId(subject), subject.exercises.map(publicExercise)]] : [],
      ),
    ),
    chapters: groupByChapter(resources),
    sheets: sheetsByChapter(sheets),
    answers: settings.acceptsQuestions ? groupByPage(answers, resources) : new Map(),
    videos: resources
      .filter(({ isFree, type }) => isFree && type === 'video')
      .map((resource) => v.parse(VideoItem, resource)),
    dates: new Map(
      [...subjects.map((subject) => ({ ...subject, id: subjectId(subject) })), ...resources].map(
        ({ id, createdAt, updatedAt, correctedOn }) => [
          id,
          { createdAt, updatedAt, ...(correctedOn !== undefined && { correctedOn }) },
        ],
      ),
    ),
  }
}

/** An answer about a document of a chapter is on the chapter's page; one whose document is gone is on none. */
function groupByPage(
  answers: readonly PublishedAnswer[],
  resources: readonly Resource[],
): PublishedContent['answers'] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]))
  const pageOf = ({ documentId, chapter }: PublishedAnswer) => {
    if (documentId === null) return chapter
    const paper = parseSubjectDocumentId(documentId)
    if (paper) return subjectId(paper.subject)
    const resource = byId.get(documentId)
    if (!resource) return null
    const { track, theme } = resource
    return `${track}/${theme}/${chapterNumber(track, theme, resource.chapter)}`
  }
  const placed = answers.flatMap((answer) => {
    const page = pageOf(answer)
    return page === null ? [] : [{ page, answer }]
  })
  const pages = Map.groupBy(placed, ({ page }) => page)
  return new Map([...pages].map(([page, ofPage]) => [page, ofPage.map(({ answer }) => answer)]))
}

/** A sheet whose chapter is no longer in the curriculum is on no page. */
function sheetsByChapter(sheets: readonly PublishedSheet[]): PublishedContent['sheets'] {
  return new Map(
    sheets.flatMap(({ track, theme, chapter, html, updatedAt }) => {
      const number = chapterNumber(track, theme, chapter)
      return number === 0 ? [] : [[`${track}/${theme}/${number}` as const, { html, updatedAt }]]
    }),
  )
}

/** Returns the resources of each chapter, in the order of the API: year, session and id descending. */
function groupByChapter(resources: readonly Resource[]): PublishedContent['chapters'] {
  const chapters: Partial<Record<ChapterPath, ChapterItem[]>> = {}
  const sortKey = ({ year, session, id }: Resource) => `${year}#${session}#${id}`
  for (const resource of resources.toSorted((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1))) {
    const { track, theme, chapter } = resource
    const number = chapterNumber(track, theme, chapter)
    // A chapter that is no longer in the curriculum is on no page.
    if (number === 0) continue
    const items = (chapters[`${track}/${theme}/${number}`] ??= [])
    items.push(v.parse(ChapterItem, { ...resource, available: isAvailable(resource) }))
  }
  return chapters
}
