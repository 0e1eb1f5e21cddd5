import { readFile } from 'node:fs/promises'
import type { Context, DynamoDBStreamEvent } from 'aws-lambda'
import * as v from 'valibot'
import { parseSubjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { chapterNumber, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type {
  ChapterPath,
  ClientBuild,
  PublishedContent,
  Renderer,
} from '#shared/contract/published-content.ts'
import type { Chapter } from '#shared/domain/chapter.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { publicExercise } from '#shared/entities/exercise.ts'
import type { PublishedAnswer } from '#shared/entities/question.ts'
import { ChapterItem, isAvailable, type Resource, VideoItem } from '#shared/entities/resource.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import { createPagesBucket, createSiteBucket } from '../aws/buckets.ts'
import { createPreparationQueue } from '../aws/preparation-queue.ts'
import { documentIdsAt } from '../data/keys.ts'
import { createQuestions } from '../data/questions.ts'
import { createResources } from '../data/resources.ts'
import { createSheets, type PublishedSheet } from '../data/sheets.ts'
import { createPublications, createSettings } from '../data/site.ts'
import { createSubjects } from '../data/subjects.ts'
import { openTable } from '../data/table/client.ts'
import { logger } from '../http/log.ts'
import { systemClock } from '../http/use-case.ts'
import { PublisherEnvironment } from './environment.ts'
import { publishSite, readStatements } from './publish-site.ts'

const env = v.parse(PublisherEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const queue = createPreparationQueue(env.PREPARATION_QUEUE_URL)
const texts = env.PAGES_BUCKET === undefined ? null : createPagesBucket(env.PAGES_BUCKET)
const deps = {
  site: { name: env.SITE_NAME, origin: env.PUBLIC_ORIGIN },
  settings: createSettings(table, env.FIRST_SETTINGS),
  subjects: createSubjects(table),
  resources: createResources(table),
  questions: createQuestions(table),
  sheets: createSheets(table),
  publications: createPublications(table),
  bucket: createSiteBucket(env.SITE_BUCKET),
  clock: systemClock,
  render,
}

async function* render() {
  const folder = new URL(env.RENDERER_FOLDER, import.meta.url)
  const [{ renderSite, shareCards }, build] = await Promise.all([
    import(new URL('renderer.js', folder).href) as Promise<Renderer>,
    readFile(new URL('client-build.json', folder), 'utf8'),
  ])
  const published = await readContent()
  yield* renderSite(published, JSON.parse(build) as ClientBuild)
  yield* shareCards(published)
}

/**
 * Publishes the site after a change (the table's stream), each day after midnight in Morocco, at the end of a
 * deployment, and on demand. Documents that changed are prepared by another function, whose change of them publishes
 * their pages. @throws Error of a failed publication, so that the caller repeats it
 */
export async function handler(event: Partial<DynamoDBStreamEvent>, context: Context): Promise<void> {
  await queue.send([...new Set(changedDocuments(event))])
  const run = { id: context.awsRequestId, remainingMs: () => context.getRemainingTimeInMillis() }
  const startedAt = performance.now()
  const changed = await publishSite(deps, run)
  const durationMs = Math.round(performance.now() - startedAt)
  logger.info('site published', { isCovered: changed === null, files: changed?.length ?? 0, durationMs })
}

function changedDocuments({ Records = [] }: Partial<DynamoDBStreamEvent>): string[] {
  return Records.flatMap(({ dynamodb: { Keys: { pk, sk } = {} } = {} }) =>
    documentIdsAt({ pk: pk?.S ?? '', sk: sk?.S ?? '' }),
  )
}

/** In the form of the API, which never contains a file reference. */
async function readContent(): Promise<PublishedContent> {
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
    statements: texts ? await readStatements(texts, subjects) : new Map(),
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
    return resource ? chapterPath(resource) : null
  }
  const pages = Map.groupBy(answers, pageOf)
  return new Map([...pages].flatMap(([page, ofPage]) => (page === null ? [] : [[page, ofPage]])))
}

/** Null for a chapter that is no longer in the curriculum, which has no page. */
function chapterPath({ track, theme, chapter }: Chapter): ChapterPath | null {
  const number = chapterNumber(track, theme, chapter)
  return number === 0 ? null : `${track}/${theme}/${number}`
}

function sheetsByChapter(sheets: readonly PublishedSheet[]): PublishedContent['sheets'] {
  return new Map(
    sheets.flatMap(({ html, updatedAt, ...chapter }) => {
      const path = chapterPath(chapter)
      return path === null ? [] : [[path, { html, updatedAt }]]
    }),
  )
}

/** Returns the resources of each chapter, in the order of the API: year, session and id descending. */
function groupByChapter(resources: readonly Resource[]): PublishedContent['chapters'] {
  const chapters: Partial<Record<ChapterPath, ChapterItem[]>> = {}
  const sortKey = ({ year, session, id }: Resource) => `${year}#${session}#${id}`
  for (const resource of resources.toSorted((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1))) {
    const path = chapterPath(resource)
    if (path === null) continue
    const items = (chapters[path] ??= [])
    items.push(v.parse(ChapterItem, { ...resource, available: isAvailable(resource) }))
  }
  return chapters
}
