import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import { fileTypeLabels, resourceTypeLabels, subjectTitle } from '#shared/catalogue/subjects.ts'
import {
  chapterTitle,
  findTheme,
  listThemes,
  type ThemeSlug,
  TRACK_CODES,
  type TrackCode,
  tracks,
} from '#shared/catalogue/tracks.ts'
import type { FoundExercise, PublishedContent } from '#shared/contract/published-content.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import type { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { pointsText } from '#web/lib/format.ts'
import { packWords } from './packed-words.ts'
import type { SearchEntry, SearchFile, StatementsFile } from './search-file.ts'
import { catalogueEntries, wordsOfTrack } from './search-index.ts'

type SearchableContent = Pick<PublishedContent, 'subjects' | 'exercises' | 'chapters' | 'sheets' | 'videos'>

export function searchFile(content: SearchableContent): SearchFile {
  const entries = [
    ...catalogueEntries(),
    ...sheetEntries(content.sheets),
    ...subjectEntries(content.subjects),
    ...exerciseEntries(content),
    ...resourceEntries(content.chapters),
    ...videoEntries(content.videos),
  ]
  return { entries }
}

/** Limit of the words of a sheet, in characters: with one for each chapter the file stays small. */
const MOST_WORDS = 500

function sheetEntries(sheets: SearchableContent['sheets']): SearchEntry[] {
  return [...sheets].map(([path, { html }]): SearchEntry => {
    const [track, theme, number] = path.split('/') as [TrackCode, ThemeSlug, string]
    const chapter = chapterTitle(track, theme, Number(number)) ?? ''
    // With the words of its title once more, a sheet would come before its chapter.
    const known = new Set(foldText(chapter).split(' '))
    const words = wordsOfSheet(html).filter((word) => !known.has(foldText(word)))
    return {
      kind: 'chapter',
      to: `${chapterPath(track, theme, Number(number))}#fiche`,
      track,
      title: withFrenchSpaces(`Fiche : ${chapter}`),
      detail: findTheme(track, theme)?.title ?? null,
      words: `fiche révision résumé cours formules ${words.join(' ').slice(0, MOST_WORDS)} ${wordsOfTrack(track)}`,
    }
  })
}

/** Returns each word once. The server has written the HTML, so that its tags are as simple as these patterns. */
function wordsOfSheet(html: string): string[] {
  const text = html.replaceAll(/<math.*?<\/math>/gs, '')
  const parts = [...text.matchAll(/<(h\d|strong)>(.*?)<\/\1>/gs)].map(([, , part = '']) =>
    unescapeHtml(part.replaceAll(/<[^>]*>/g, ' ')),
  )
  return [...new Set(parts.join(' ').split(/[\s.,:;!?()]+/))].filter(Boolean)
}

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const unescapeHtml = (html: string) =>
  html.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])

/** Students also call a session by these words. */
const SESSION_WORDS: Record<SubjectItem['session'], string> = {
  Normale: '1re 1ère première principale ordinaire juin',
  Rattrapage: '2e 2ème 2nd 2nde deuxième seconde rattrapage juillet',
}

function subjectEntries(subjects: readonly SubjectItem[]): SearchEntry[] {
  return subjects.toSorted(newestFirst).map((subject) => {
    const { track, session, hasCorrection, hasVideo } = subject
    const parts = [
      resourceTypeLabels.exercise,
      ...(hasCorrection ? [resourceTypeLabels.correction] : []),
      ...(hasVideo ? [fileTypeLabels.video] : []),
    ]
    return {
      kind: 'subject',
      to: paperPath(subject),
      track,
      title: subjectTitle(subject),
      detail: parts.join(', '),
      words: `sujet examen national physique chimie ${partWords(parts)} ${SESSION_WORDS[session]} ${wordsOfTrack(track)}`,
    }
  })
}

function exerciseEntries({ subjects, exercises }: SearchableContent): SearchEntry[] {
  return subjects.toSorted(newestFirst).flatMap((subject) => {
    return (exercises.get(subject.id) ?? []).map((exercise): SearchEntry => {
      const titles = exercise.chapters.flatMap(
        ({ theme, chapter }) => chapterTitle(subject.track, theme, chapter) ?? [],
      )
      return { ...exerciseEntry(subject, exercise), topics: titles.join(' ') }
    })
  })
}

/** Returns an exercise without its chapters, which a text does not tell. */
function exerciseEntry(
  subject: SubjectItem,
  { number, title, page, points }: Pick<FoundExercise, 'number' | 'title' | 'page' | 'points'>,
): SearchEntry {
  const { track, year, session } = subject
  const name = `exercice ${number}`
  const facts = [
    subjectTitle(subject),
    name,
    ...(page === null ? [] : [`page ${page}`]),
    ...(points === null ? [] : [pointsText(points)]),
  ]
  return {
    kind: 'exercise',
    to: exercisePath(subject, number),
    track,
    title: title || `Exercice ${number}`,
    detail: facts.join(', '),
    words: `${name} bac ${year} ${session} ${SESSION_WORDS[session]} ${wordsOfTrack(track)}`,
  }
}

function exercisePath(subject: SubjectItem, number: number): string {
  return `${paperPath(subject)}?exercice=${number}`
}

/** Returns the documents of a chapter by examination: each is the chapter's page, filtered by year and session. */
function resourceEntries(chapters: SearchableContent['chapters']): SearchEntry[] {
  return tracks.flatMap(({ code }) =>
    listThemes(code).flatMap((theme) =>
      theme.chapters.flatMap((chapter, at) => {
        const items = chapters[`${code}/${theme.slug}/${at + 1}`] ?? []
        const available = items.filter((item) => item.available)
        const exams = new Map(available.map(({ year, session }) => [`${year} ${session}`, { year, session }]))
        return [...exams.values()].map(({ year, session }): SearchEntry => {
          const parts = partsOf(available.filter((item) => item.year === year && item.session === session))
          return {
            kind: 'exercise',
            to: `${chapterPath(code, theme.slug, at + 1)}?annee=${year}&session=${session}`,
            track: code,
            title: `${chapter} - ${year} ${session}`,
            detail: parts.join(', '),
            topics: theme.title,
            words: `exercice ${partWords(parts)} ${SESSION_WORDS[session]} ${wordsOfTrack(code)}`,
          }
        })
      }),
    ),
  )
}

/** 'Énoncé', 'Corrigé', 'Vidéo' */
function partsOf(items: readonly ChapterItem[]): string[] {
  const labels = items.flatMap(({ resourceType, type }) => [
    resourceTypeLabels[resourceType],
    ...(type === 'video' ? [fileTypeLabels.video] : []),
  ])
  return RESOURCE_LABELS.filter((label) => labels.includes(label))
}

const RESOURCE_LABELS = [...Object.values(resourceTypeLabels), fileTypeLabels.video]

/** Returns the words for the parts of an exam; a 'corrigé' is also called a 'correction'. */
function partWords(parts: readonly string[]): string {
  return [...parts, ...(parts.includes(resourceTypeLabels.correction) ? ['correction'] : [])].join(' ')
}

function videoEntries(videos: readonly VideoItem[]): SearchEntry[] {
  return videos.map(({ id, title, track, chapter, year, session, description }) => ({
    kind: 'video',
    to: `/videos-gratuites#${id}`,
    track,
    title,
    detail: chapter,
    topics: chapter,
    words: `vidéo gratuite ${year} ${session} ${description} ${wordsOfTrack(track)}`,
  }))
}

function newestFirst(one: SubjectItem, other: SubjectItem): number {
  return (
    other.year.localeCompare(one.year) || TRACK_CODES.indexOf(one.track) - TRACK_CODES.indexOf(other.track)
  )
}

/** `entry`: null for a result of the other file. */
type Result = { to: string; words: readonly string[]; entry: SearchEntry | null }

type StatementContent = Pick<PublishedContent, 'subjects' | 'exercises' | 'statements'>

/**
 * Returns the words of the exercises of statements. Those that the owner has entered are results of the other file; of a
 * paper without any, the text itself tells the exercises, and a result opens the statement at their page.
 */
export function statementsFile({ subjects, exercises, statements }: StatementContent): StatementsFile {
  const results = subjects.toSorted(newestFirst).flatMap((subject): Result[] => {
    const found = statements.get(subject.id) ?? []
    const entered = exercises.get(subject.id) ?? []
    if (entered.length === 0)
      return found.map((exercise) => {
        const entry = exerciseEntry(subject, exercise)
        const to = exercise.page === null ? entry.to : `${entry.to}&page=${exercise.page}`
        return { to, words: exercise.words, entry: { ...entry, to } }
      })
    return entered.flatMap((exercise) => {
      const words = wordsOf(found, exercise)
      return words ? [{ to: exercisePath(subject, exercise.number), words, entry: null }] : []
    })
  })
  return {
    entries: results.flatMap(({ entry }) => entry ?? []),
    addresses: results.map(({ to }) => to),
    ...packWords(results.map(({ words }) => words)),
  }
}

/** The text may be read in another way than the owner knows the paper: the exercise is then on another page. */
function wordsOf(found: readonly FoundExercise[], { number, page }: Exercise) {
  return found.find((each) => each.number === number && (page ?? each.page) === (each.page ?? page))?.words
}
