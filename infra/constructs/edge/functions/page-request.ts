import type { RequestEvent, ViewerRequest } from './viewer-event.ts'

declare const PUBLIC_PAGES: readonly string[]
/** The number of chapters by the path of their theme. */
declare const CHAPTERS: Record<string, number>
declare const PERSONAL_PAGES: readonly string[]
declare const PERSONAL_SECTIONS: readonly string[]
declare const PAPER_PATH: string
declare const OLDEST_YEAR: number

/** Rewrites the path of a page to its file. */
export function handler(event: RequestEvent): ViewerRequest {
  event.request.uri = destination(event.request.uri)
  return event.request
}

/**
 * Returns the file of a path: a public page has its own file, a personal page the empty shell, everything else the
 * not-found page, and files (a dot in the last segment) pass. Every paper of the published years has a file, which may
 * say that there is no such paper, and an examination.
 */
function destination(uri: string): string {
  if (/\.[^/]*$/.test(uri)) return uri
  const path = uri.length > 1 ? uri.replace(/\/$/, '') : uri
  if (path === '/') return '/index.html'
  if (isChapter(path) || isPaper(path) || PUBLIC_PAGES.includes(path)) return `${path}.html`
  const exam = /^(.*)\/examen$/.exec(path)
  if (exam && isPaper(exam[1] ?? '')) return '/shell.html'
  const isPersonal =
    PERSONAL_PAGES.includes(path) || PERSONAL_SECTIONS.some((section) => path.startsWith(section))
  return isPersonal ? '/shell.html' : '/404.html'
}

function isChapter(path: string): boolean {
  const parts = /^(\/[a-z-]+\/[a-z-]+)\/([1-9]\d?)$/.exec(path)
  const theme = Object.keys(CHAPTERS).find((each) => each === parts?.[1])
  return theme !== undefined && Number(parts?.[2]) <= (CHAPTERS[theme] ?? 0)
}

function isPaper(path: string): boolean {
  const year = Number(new RegExp(PAPER_PATH).exec(path)?.[2])
  return year >= OLDEST_YEAR && year <= new Date().getFullYear() + 1
}
