import { PAGE_CONTENT_ID, type PageContent } from '#shared/contract/page-content.ts'
import type { ClientBuild } from '#shared/contract/published-content.ts'
import {
  EARLY_INPUT_SCRIPT,
  LOST_PAGE_SCRIPT,
  MARK_SCRIPT,
  OLD_BROWSER_SCRIPT,
  PENDING_MARK,
  START_SCRIPT,
  STYLE_SCRIPT,
} from '#shared/contract/start-script.ts'
import { escapeHtml } from '#shared/writing/french-text.ts'

/** Files of the build that every page links to. */
export const FEED = 'nouveautes.xml'
export const MANIFEST = 'site.webmanifest'
export const TOUCH_ICON = 'icons/touch-180.png'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630

type PageDocument = {
  /** The page's path; '*' for the not-found page, null for the empty shell. */
  page: string | null
  head: string
  body: string
  /** The part of the style sheet that the first paint needs; null for all of it. */
  style: string | null
  /** Scripts that the page needs in addition to those of every page. */
  preloads: readonly string[]
  structuredData: readonly object[]
  content: PageContent | null
  isIndexed: boolean
  /** For shared links; null on the not-found page and without an address. */
  shared: { url: string; image: string; siteName: string } | null
  title: string
  description: string | undefined
}

/** A document without content or a place in search engines. */
export const EMPTY_DOCUMENT: PageDocument = {
  page: null,
  title: '',
  description: undefined,
  head: '',
  body: '',
  style: null,
  preloads: [],
  structuredData: [],
  content: null,
  isIndexed: false,
  shared: null,
}

const SCRIPTS = /^ *(?:<script type="module" [^>]*><\/script>|<link rel="modulepreload" [^>]*>)\n/gm

const CHARSET = '<meta charset="utf-8" />'

const SHEET = /^ *<link rel="stylesheet" [^>]*>\n/m

/** The address in such a line. */
const ADDRESS = /(?:src|href)="([^"]*)"/

/**
 * Inserts a page into Vite's index.html. Its scripts are listed at the end of the body, and load the style sheet; without
 * scripts the sheet is loaded there.
 * @throws Error when the document lacks an insertion point
 */
export function pageHtml(template: string, document: PageDocument): string {
  const { page, body, style, preloads } = document
  const mark = page === null ? '' : ` data-page="${escapeHtml(page)}"`
  const scripts = [...(template.match(SCRIPTS) ?? []).map(addressIn), ...preloads].join(' ')
  const sheet = SHEET.exec(template)?.[0] ?? ''
  const scriptsOfHead = body.includes(PENDING_MARK) ? [MARK_SCRIPT] : []
  const places = {
    [CHARSET]: [CHARSET, ...scriptTags(scriptsOfHead)].join('\n    '),
    ...(style !== null && {
      [sheet]: lines([
        `<style>${style}</style>`,
        `<script data-sheet="${addressIn(sheet)}">${STYLE_SCRIPT}</script>`,
      ]),
    }),
    '  </head>': `${lines(headTags(document))}  </head>`,
    '<div id="root"></div>': `<div id="root"${mark}>${body}</div>`,
    '  </body>': `${lines([
      ...(style === null ? [] : [`<noscript>${sheet.trim()}</noscript>`]),
      // In the head they would delay the first paint of a slow phone by a frame.
      ...scriptTags([OLD_BROWSER_SCRIPT, EARLY_INPUT_SCRIPT, LOST_PAGE_SCRIPT]),
      ...contentTags(document),
      `<script data-scripts="${scripts}">${START_SCRIPT}</script>`,
    ])}  </body>`,
  }
  return Object.entries(places).reduce(
    (html, [place, content]) => {
      if (html.split(place).length !== 2) throw new Error(`index.html does not hold '${place}' once`)
      // A function, because `$&` in a page would otherwise be a replacement pattern.
      return html.replace(place, () => content)
    },
    template.replace(SCRIPTS, ''),
  )
}

function addressIn(tag: string): string {
  const address = ADDRESS.exec(tag)?.[1]
  if (!address) throw new Error(`No address in ${tag}`)
  return address
}

function lines(tags: readonly string[]): string {
  return tags.map((tag) => `    ${tag}\n`).join('')
}

function headTags(document: PageDocument): string[] {
  const { head, description, structuredData, isIndexed } = document
  return [
    head,
    ...(description ? [`<meta name="description" content="${escapeHtml(description)}" />`] : []),
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex" />']),
    ...sharingTags(document),
    `<link rel="manifest" href="/${MANIFEST}" />`,
    ...(document.shared
      ? [`<link rel="alternate" type="application/atom+xml" title="Nouveautés" href="/${FEED}" />`]
      : []),
    `<link rel="apple-touch-icon" href="/${TOUCH_ICON}" />`,
    ...structuredData.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].filter(Boolean)
}

const scriptTags = (scripts: readonly string[]) => scripts.map((script) => `<script>${script}</script>`)

function contentTags({ content }: PageDocument): string[] {
  if (!content) return []
  return [`<script type="application/json" id="${PAGE_CONTENT_ID}">${scriptJson(content)}</script>`]
}

/** `<` is escaped, so that no text can end the element. */
function scriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

function sharingTags({ title, description = '', shared }: PageDocument): string[] {
  if (!shared) return []
  const tags = {
    'og:type': 'website',
    'og:locale': 'fr_MA',
    'og:site_name': shared.siteName,
    'og:title': title,
    'og:description': description,
    'og:url': shared.url,
    'og:image': shared.image,
    'og:image:width': String(CARD_WIDTH),
    'og:image:height': String(CARD_HEIGHT),
    'og:image:alt': shared.siteName,
  }
  return [
    ...Object.entries(tags).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

/** Sheets and answers (page-answers.ts), which stand below the content: the whole style sheet draws them. */
const TEXTS = /<article (?:id="fiche"|data-answer=).*?<\/article>/gs

/**
 * Returns the style for a page's first paint. It is the style of the page's component from the build, since the content
 * security policy allows no other.
 * @returns null for a page with a class whose rules this style lacks: it would move when the whole sheet arrives
 */
export function pageStyle(
  component: string,
  html: string,
  { pageStyles }: Pick<ClientBuild, 'pageStyles'>,
): string | null {
  const style = pageStyles[component]
  if (!style) return null
  const used = classesInHtml(html.replaceAll(TEXTS, ''))
  return style.lacks.some((name) => used.has(name)) ? null : style.css
}

export function classesInHtml(html: string): Set<string> {
  return new Set([...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
}
