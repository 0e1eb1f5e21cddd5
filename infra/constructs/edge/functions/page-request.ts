import type { RequestEvent, ViewerRequest, ViewerResponse } from '../edge-functions.ts'

declare const PUBLIC_PAGES: readonly string[]
declare const CHAPTERS: Record<string, number>
declare const PERSONAL_PAGES: readonly string[]
declare const PERSONAL_SECTIONS: readonly string[]
declare const PAPER_PATH: string
declare const OLDEST_YEAR: number

/** Files that the site publishes; any other path with a dot is that of a page, written wrongly. */
const FILE =
  /^\/(?:(?:apercus|assets|icons)\/.+|(?:config|recherche|recherche-enonces)\.json|favicon\.svg|(?:index|shell)\.html|(?:licences|robots)\.txt|site\.webmanifest|sitemap\.xml|sw\.js)$/

/** Ends that a message adds to an address: a slash, punctuation of its sentence, a closing quotation mark. */
const END = /(?:[/).,;:!?'"*\]]|%(?:20|22|27|29|2a|2c|3e|5d|c2%a0|c2%bb|e2%80%99|e2%80%9d))+$/

/** An address in capitals, or with what a message has added to its end, leads to the page that was meant. */
export function handler(event: RequestEvent): ViewerRequest | ViewerResponse {
  const request = event.request
  if (FILE.test(request.uri)) return request
  const file = fileOf(request.uri.replace(/(.)\/$/, '$1'))
  if (file) {
    request.uri = file
    return request
  }
  const meant = request.uri.toLowerCase().replace(END, '')
  if (!fileOf(meant)) {
    request.uri = '/404.html'
    return request
  }
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: {
      location: { value: meant + queryOf(request.querystring) },
      'cache-control': { value: 'max-age=3600' },
    },
  }
}

function queryOf(fields: ViewerRequest['querystring']): string {
  const pairs = Object.keys(fields).map((name) => {
    const field = fields[name]
    const values = field?.multiValue ? field.multiValue : [field]
    return values.map((each) => `${name}=${each?.value}`).join('&')
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Every paper of the published years has a file, which may say that there is no such paper, and an examination. */
function fileOf(path: string): string | null {
  if (path === '/') return '/index.html'
  if (isChapter(path) || isPaper(path) || PUBLIC_PAGES.includes(path)) return `${path}.html`
  const exam = /^(.*)\/examen$/.exec(path)
  if (exam && isPaper(exam[1] ?? '')) return '/shell.html'
  const isPersonal =
    PERSONAL_PAGES.includes(path) || PERSONAL_SECTIONS.some((section) => path.startsWith(section))
  return isPersonal ? '/shell.html' : null
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
