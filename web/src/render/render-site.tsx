import { fileOfPage, prerenderedPages } from '#shared/catalogue/pages.ts'
import type { PageAnswer } from '#shared/contract/page-content.ts'
import type {
  ClientBuild,
  PublishedContent,
  RenderedFile,
  Renderer,
} from '#shared/contract/published-content.ts'
import { routeOf } from '#web/app/routes.tsx'
import { listPageAnswers } from './page-answers.ts'
import { EMPTY_DOCUMENT, escapeHtml, pageHtml } from './page-html.ts'
import { paperCard, siteCard } from './share-card.ts'
import { robots, sitemap } from './site-files.ts'

/** Public pages that search engines should not list. */
const UNLISTED = ['/login', '/signup']

const HTML = 'text/html; charset=utf-8'
const XML = 'application/xml; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** See {@link Renderer}. One call at a time: the site's name and address are global, as in the browser. */
export const renderSite: Renderer['renderSite'] = async function* (content, build) {
  const { name, origin, settings } = content
  Object.assign(globalThis, { __SITE__: { name, ...settings }, __SITE_ORIGIN__: origin ?? '' })
  const answers = listPageAnswers(content)
  for (const page of [...prerenderedPages, '*'])
    yield await renderPageFile(page, content, { build, answers: answers.get(page) ?? [] })
  yield shell(content, build)
  yield* listings(content)
}

/** See {@link Renderer}. */
export const shareCards: Renderer['shareCards'] = ({ name, origin, subjects }) =>
  origin === null ? [] : [siteCard(name), ...subjects.map((paper) => paperCard(paper, name))]

/** See {@link Renderer}. */
export const publicPageScripts: Renderer['publicPageScripts'] = (build) => {
  const components = new Set([...prerenderedPages, '*'].map((page) => routeOf(page).component))
  return [...new Set([...components].flatMap((component) => scriptsOfPage(component, build)))]
}

/** @param page its path; '*' for the not-found page */
async function renderPageFile(
  page: string,
  { name, origin, settings }: PublishedContent,
  { build, answers }: { build: ClientBuild; answers: readonly PageAnswer[] },
): Promise<RenderedFile> {
  const isFound = page !== '*'
  // After the globals are set, which modules of pages read when they are loaded.
  const { renderPage } = await import('./render-page.tsx')
  const content = { settings, answers }
  const rendered = await renderPage(isFound ? page : '/404', content)
  const body = pageHtml(build.template, {
    ...rendered,
    page,
    content,
    preloads: scriptsOfPage(rendered.component, build),
    isIndexed: origin !== null && isFound && !UNLISTED.includes(page),
    shared:
      origin !== null && isFound
        ? { url: `${origin}${page}`, image: `${origin}/${siteCard(name).path}`, siteName: name }
        : null,
  })
  if (!isFound) return { path: '404.html', body, contentType: HTML, status: 404 }
  return { path: fileOfPage(page), body, contentType: HTML }
}

/** The page that personal addresses are drawn into. */
function shell({ name, settings }: PublishedContent, { template }: ClientBuild): RenderedFile {
  const content = { settings, answers: [] }
  const body = pageHtml(template, { ...EMPTY_DOCUMENT, content, head: `<title>${escapeHtml(name)}</title>` })
  return { path: 'shell.html', body, contentType: HTML }
}

/** The files for search engines. */
function* listings({ origin }: PublishedContent): Iterable<RenderedFile> {
  yield { path: 'robots.txt', body: robots(origin), contentType: TEXT }
  if (origin === null) return
  const pages = prerenderedPages.filter((page) => !UNLISTED.includes(page))
  yield { path: 'sitemap.xml', body: sitemap(origin, pages), contentType: XML }
}

/** @throws Error for a page without a chunk of its name */
function scriptsOfPage(component: string, { pageScripts }: ClientBuild): readonly string[] {
  const scripts = pageScripts[component]
  if (!scripts) throw new Error(`The client build has no chunk of ${component}`)
  return scripts
}
