import * as v from 'valibot'
import { chapterPath, paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { listThemes, tracks } from '#shared/catalogue/tracks.ts'
import { getChapter, listSubjects, listVideos } from '#shared/contract/catalogue.ts'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import type { PageAnswer } from '#shared/contract/page-content.ts'
import type { ChapterPath, PublishedContent } from '#shared/contract/published-content.ts'
import { getSubject } from '#shared/contract/subject-details.ts'
import type { PublishedAnswer } from '#shared/entities/question.ts'
import { escapeHtml, withFrenchSpaces } from '#shared/writing/french-text.ts'
import { findChapterLinks } from '#web/features/chapter/chapter-links.ts'
import { type FreeSample, SAMPLES_PATH } from '#web/features/premium/premium-page.tsx'
import { findPaperLinks } from '#web/features/subjects/related-pages.tsx'
import { VIDEOS_PATH, type VideoSizes } from '#web/features/videos/videos-page.tsx'
import { api, type QueryInput } from '#web/lib/api/api.ts'
import { HOME_PATH, type HomeContent, type News } from '#web/lib/home-content.ts'
import buttons from '#web/ui/button.module.css'
import styles from '#web/ui/written.module.css'
import { listNews } from './site-files.ts'

/** The number on the home page, whose style reserves the space for it. */
const HOME_NEWS = 6

/** A list without items is left to the browser, since it says nothing to search engines. */
export function listPageAnswers(content: PublishedContent): ReadonlyMap<string, readonly PageAnswer[]> {
  return new Map([
    ...subjectTables(content),
    ...papers(content),
    ...chapters(content),
    ...freeVideos(content),
    homeContent(content),
    ...freeSamples(content),
  ])
}

type Entry = [path: string, answers: PageAnswer[]]

function subjectTables({ subjects }: PublishedContent): Entry[] {
  return tracks.flatMap(({ code }): Entry[] => {
    const items = subjects.filter(({ track }) => track === code)
    if (items.length === 0) return []
    return [[subjectsPath(code), [answerTo(listSubjects, { query: { track: code } }, { items })]]]
  })
}

function papers(content: PublishedContent): Entry[] {
  return content.subjects.map((subject): Entry => {
    const path = paperPath(subject)
    const { id } = subject
    const details = answerTo(
      getSubject,
      { params: { id } },
      { ...subject, exercises: [...(content.exercises.get(id) ?? [])] },
    )
    const links = { ...findPaperLinks(subject, content), answers: answersHtml(content.answers.get(id)) }
    return [path, [details, { route: path, input: {}, answer: links }]]
  })
}

// Texts of owners and students, which pages show without a script of their own.

/** Empty for none. The server has written it from Markdown; its title stands on the printed page only. */
function sheetHtml(chapter: string, html: string | undefined): string {
  if (html === undefined) return ''
  const title = escapeHtml(withFrenchSpaces(`Fiche de révision : ${chapter}`))
  const button = `<button type="button" class="${buttons.button} ${buttons.secondary}">Imprimer la fiche</button>`
  return `<article id="fiche" class="${styles.written} ${styles.sheet}"><h2>${title}</h2>${html}${button}</article>`
}

/** Answers about an exercise come first, by its number. Empty for none. */
export function answersHtml(answers: readonly PublishedAnswer[] = []): string {
  if (answers.length === 0) return ''
  const sorted = answers.toSorted((one, other) => (one.exercise ?? 99) - (other.exercise ?? 99))
  return `<h2 id="reponses">Questions d'élèves</h2>${sorted.map(answerHtml).join('')}`
}

/** The server has written the answer from Markdown; the question is plain text. */
function answerHtml({ exercise, text, answerHtml: answer }: PublishedAnswer): string {
  const heading = exercise === null ? '' : `Exercice ${exercise} : `
  const lines = escapeHtml(withFrenchSpaces(heading + text)).replaceAll('\n', '<br>')
  return `<article data-answer="" class="${styles.written}"><h3>${lines}</h3>${answer}</article>`
}

function chapters(content: PublishedContent): Entry[] {
  return tracks.flatMap(({ code, slug: track }) =>
    listThemes(code).flatMap(({ slug: theme, chapters: titles }) =>
      titles.flatMap((title, index): Entry[] => {
        const chapter = index + 1
        const key: ChapterPath = `${code}/${theme}/${chapter}`
        const items = content.chapters[key] ?? []
        const path = chapterPath(code, theme, chapter)
        const links = {
          ...findChapterLinks({ track: code, theme, chapter }, content),
          texts: sheetHtml(title, content.sheets.get(key)?.html) + answersHtml(content.answers.get(key)),
        }
        const own = { route: path, input: {}, answer: links }
        if (items.length === 0) return links.exercises.length > 0 || links.texts ? [[path, [own]]] : []
        const params = { track, theme, chapter: String(chapter) }
        const answer = { track, theme, chapter, title, items: [...items] }
        return [[path, [answerTo(getChapter, { params }, answer), own]]]
      }),
    ),
  )
}

function freeVideos({ videos, chapters: lists }: PublishedContent): Entry[] {
  if (videos.length === 0) return []
  const items = Object.values(lists).flatMap((list = []) => list)
  const known = new Map(items.map(({ id, size }) => [id, size]))
  const answer: VideoSizes = Object.fromEntries(
    videos.flatMap(({ id }) => {
      const size = known.get(id)
      return size ? [[id, size]] : []
    }),
  )
  const own = { route: VIDEOS_PATH, input: {}, answer }
  return [[VIDEOS_PATH, [answerTo(listVideos, {}, { items: [...videos] }), own]]]
}

/** Names the newest free paper and free video on the Premium page. */
function freeSamples({ subjects, videos }: PublishedContent): Entry[] {
  const [paper] = subjects
    .filter(({ isFree, hasFile }) => isFree && hasFile)
    .toSorted((one, other) => other.year.localeCompare(one.year))
  const [video] = videos
  if (!paper && !video) return []
  const answer: FreeSample = {
    paper: paper ? { path: paperPath(paper), title: subjectTitle(paper) } : null,
    video: video?.title ?? null,
  }
  return [[SAMPLES_PATH, [{ route: SAMPLES_PATH, input: {}, answer }]]]
}

function homeContent(content: PublishedContent): Entry {
  const news = listNews(content)
    .slice(0, HOME_NEWS)
    .map(({ path, title, detail, day }): News => ({ path, title, detail, day }))
  const listed = content.subjects
    .filter(({ hasFile }) => hasFile)
    .map(({ track, year, session, isFree }) => ({ track, year, session, isFree }))
  const answer: HomeContent = { news, papers: listed }
  return [HOME_PATH, [{ route: HOME_PATH, input: {}, answer }]]
}

/** Reduced to what the route declares, so that a file reference does not get into a page. */
function answerTo<R extends Route>(
  route: R,
  input: QueryInput<R>,
  answer: Parsed<R['response']>,
): PageAnswer {
  const [path, part] = api(route).queryOptions(input).queryKey as unknown as [string, object]
  return { route: path, input: part, answer: v.parse(route.response ?? v.never(), answer) }
}
