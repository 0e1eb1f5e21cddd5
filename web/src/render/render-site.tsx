import { paperPath, SEARCH_FILE, STATEMENTS_FILE } from '#shared/catalogue/page-path.ts'
import { fileOfPage, prerenderedPages } from '#shared/catalogue/pages.ts'
import { OLDEST_SUBJECT_YEAR, type SubjectKey } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { PageAnswer } from '#shared/contract/page-content.ts'
import type {
  ClientBuild,
  PublishedContent,
  RenderedFile,
  Renderer,
} from '#shared/contract/published-content.ts'
import { utcOffset } from '#shared/domain/days/moroccan-day.ts'
import { isAnnounced, isOfferOver } from '#shared/domain/premium/offer.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { escapeHtml } from '#shared/writing/french-text.ts'
import { routeOf } from '#web/app/routes.tsx'
import { searchFile, statementsFile } from '#web/features/search/search-entries.ts'
import { listPageAnswers } from './page-answers.ts'
import { EMPTY_DOCUMENT, FEED, pageHtml, pageStyle } from './page-html.ts'
import { paperCard, siteCard } from './share-card.ts'
import { feed, listNews, listPageDates, robots, sitemap } from './site-files.ts'

/** Public pages that search engines should not list. */
const UNLISTED = ['/login', '/signup']

/** All papers have the same scripts. */
const SAMPLE_PAPER = paperPath({
  track: TRACK_CODES[0],
  year: String(OLDEST_SUBJECT_YEAR),
  session: 'Normale',
})

const FEED_NEWS = 50

const HTML = 'text/html; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json'

/** Only one call may run at a time: the site's name and address are global, as in the browser. */
export const renderSite: Renderer['renderSite'] = async function* (content, build) {
  const { name, origin } = content
  Object.assign(globalThis, { __SITE_NAME__: name, __SITE_ORIGIN__: origin ?? '' })
  const answers = listPageAnswers(content)
  const page = (path: string, paper?: SubjectItem) =>
    renderPageFile(path, content, { build, answers: answers.get(path) ?? [], paper })
  for (const path of prerenderedPages) yield await page(path)
  for (const paper of content.subjects) yield await page(paperPath(paper), paper)
  const notFound = await page('*')
  yield notFound
  for (const paper of missingPapers(content)) yield { ...notFound, path: fileOfPage(paperPath(paper)) }
  yield shell(content, build)
  for (const [path, file] of Object.entries({
    [SEARCH_FILE]: searchFile(content),
    [STATEMENTS_FILE]: statementsFile(content),
  }))
    yield { path: path.slice(1), body: JSON.stringify(file), contentType: JSON_TYPE }
  yield* listings(content)
}

/** S3 has no page of its own for an unknown address. */
function missingPapers({ subjects, today }: PublishedContent): SubjectKey[] {
  const published = new Set(subjects.map(paperPath))
  const years = Array.from({ length: Number(today.slice(0, 4)) + 2 - OLDEST_SUBJECT_YEAR }, (_, index) =>
    String(OLDEST_SUBJECT_YEAR + index),
  )
  return TRACK_CODES.flatMap((track) =>
    years.flatMap((year) => EXAM_SESSIONS.map((session) => ({ track, year, session }))),
  ).filter((paper) => !published.has(paperPath(paper)))
}

export const shareCards: Renderer['shareCards'] = ({ name, origin, subjects }) =>
  origin === null ? [] : [siteCard(name), ...subjects.map((paper) => paperCard(paper, name))]

export const publicPageScripts: Renderer['publicPageScripts'] = (build) => {
  const components = new Set([...prerenderedPages, SAMPLE_PAPER, '*'].map((page) => routeOf(page).component))
  return [...new Set([...components].flatMap((component) => scriptsOfPage(component, build)))]
}

type PageParts = { build: ClientBuild; answers: readonly PageAnswer[]; paper: SubjectItem | undefined }

/** @param page its path; '*' for the not-found page */
async function renderPageFile(
  page: string,
  published: PublishedContent,
  { build, answers, paper }: PageParts,
): Promise<RenderedFile> {
  const { name, origin } = published
  const isFound = page !== '*'
  // Imported after the globals are set, since modules of pages read them when they are loaded.
  const { prerenderPage } = await import('./prerender-page.tsx')
  const { paperMetadata } = await import('./paper-metadata.ts')
  const content = { ...siteFacts(published), answers }
  const rendered = await prerenderPage(isFound ? page : '/404', content)
  const card = paper ? paperCard(paper, name) : siteCard(name)
  const body = pageHtml(build.template, {
    ...rendered,
    ...(paper && paperMetadata(paper, published)),
    page,
    content,
    style: pageStyle(rendered.component, rendered.body, build),
    preloads: scriptsOfPage(rendered.component, build),
    isIndexed: origin !== null && isFound && !UNLISTED.includes(page),
    shared:
      origin !== null && isFound
        ? { url: `${origin}${page}`, image: `${origin}/${card.path}`, siteName: name }
        : null,
  })
  const { component } = rendered
  if (!isFound) return { path: '404.html', body, contentType: HTML, component, status: 404 }
  return { path: fileOfPage(page), body, contentType: HTML, component }
}

function siteFacts({ origin, settings, today }: PublishedContent) {
  return {
    origin,
    settings,
    isOfferOver: isOfferOver(settings, today),
    isAnnounced: isAnnounced(settings, today),
    utcOffset: utcOffset(today),
  }
}

function shell(published: PublishedContent, { template }: ClientBuild): RenderedFile {
  const { name } = published
  const content = { ...siteFacts(published), answers: [] }
  const body = pageHtml(template, { ...EMPTY_DOCUMENT, content, head: `<title>${escapeHtml(name)}</title>` })
  return { path: 'shell.html', body, contentType: HTML }
}

function* listings(content: PublishedContent): Iterable<RenderedFile> {
  const { name, origin, subjects } = content
  yield { path: 'robots.txt', body: robots(origin), contentType: TEXT }
  if (origin === null) return
  const pages = [...prerenderedPages, ...subjects.map(paperPath)].filter((page) => !UNLISTED.includes(page))
  yield { path: 'sitemap.xml', body: sitemap(origin, pages, listPageDates(content)), contentType: XML }
  yield { path: FEED, body: feed(origin, name, listNews(content).slice(0, FEED_NEWS)), contentType: ATOM }
}

/** @throws Error for a page without a chunk of its name */
function scriptsOfPage(component: string, { pageScripts }: ClientBuild): readonly string[] {
  const scripts = pageScripts[component]
  if (!scripts) throw new Error(`The client build has no chunk of ${component}`)
  return scripts
}
