import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { isPersonal } from '#shared/catalogue/pages.ts'
import { OLDEST_SUBJECT_YEAR } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ClientBuild, RenderedFile, Renderer } from '#shared/contract/published-content.ts'
import { INLINE_SCRIPTS } from '#shared/contract/start-script.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { hostileTexts } from '#shared/writing/test-support/hostile-texts.ts'
import { readPageContent } from '#web/lib/api/page-content.ts'
import { LONGEST_TITLE } from '#web/lib/page-titles.ts'
import { builtRenderer } from '#web/test/built-site.ts'
import { LICENCES } from '../../build/client-build.ts'
import template from '../../index.html?raw'
import { FEED, MANIFEST, TOUCH_ICON } from './page-html.ts'
import { createPublishedContent } from './sample-content.ts'

/** Characters of a title and of a description that search engines show. */
const TITLE_LENGTH = { min: 10, max: LONGEST_TITLE }
const DESCRIPTION_LENGTH = { min: 50, max: 200 }

const catalogue = createPublishedContent()
/** Texts that would leave their element, their attribute or the JSON of the page. */
const hostile = fc.sample(hostileTexts, { ...COSTLY_RUNS, seed: 1 })
const hostileAnswers = hostile.map((text, index) => ({
  id: `p-${index}`,
  documentId: null,
  exercise: index % 3 === 0 ? index + 1 : null,
  chapter: 'SM/ondes/1',
  text: `${text}</script><script>x()</script><!-- ${text}`,
  answerHtml: renderText(text).html,
  answeredAt: '2026-01-01T00:00:00.000Z',
}))
/** Papers of seven years: a few are missing, some have a correction, and some of these a video. */
const content = {
  ...catalogue,
  answers: new Map([
    ['SM/ondes/1', hostileAnswers],
    ['bac-SM-2022-Normale', hostileAnswers],
  ]),
  subjects: catalogue.subjects
    .filter(({ year }, index) => year > '2018' && index % 17 !== 3)
    .map((paper, index) => ({
      ...paper,
      hasCorrection: index % 3 === 0,
      correction: index % 3 === 0 ? { size: 900_000, pages: 9 } : null,
      hasVideo: index % 6 === 0,
      video: index % 6 === 0 ? { size: 80_000_000, pages: null } : null,
      isFree: index % 20 === 0,
    })),
}
const ORIGIN = content.origin ?? ''

const build: ClientBuild = { template, pageScripts: new Proxy({}, { get: () => [] }), pageStyles: {} }

let renderer: Renderer
let files: RenderedFile[]
/** Every page with an address of its own, by its path. */
let pages: ReadonlyMap<string, Document>

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

beforeAll(async () => {
  renderer = await builtRenderer()
  files = []
  for await (const file of renderer.renderSite(content, build)) files.push(file)
  pages = new Map(
    files
      .filter(
        ({ path, status }) => path.endsWith('.html') && !status && !['404.html', 'shell.html'].includes(path),
      )
      .map(({ path, body }) => [`/${path.replace(/(?:^index)?\.html$/, '')}`, parse(String(body))]),
  )
})

/** Lists the faults of each page: '/contact: no description'. */
function findFaults(check: (page: Document, path: string) => readonly string[]): string[] {
  return [...pages].flatMap(([path, page]) => check(page, path).map((fault) => `${path}: ${fault}`))
}

const attributes = (page: Document, selector: string, name: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '')
const meta = (page: Document, name: string) =>
  attributes(page, `meta[name="${name}"], meta[property="${name}"]`, 'content')
const isWithin = (text: string, { min, max }: { min: number; max: number }) =>
  text.length >= min && text.length <= max
const ownTitle = (page: Document) => page.title.replace(` | ${content.name}`, '')

function findRepeated(textOf: (page: Document) => string): string[] {
  const seen = new Map<string, string>()
  return findFaults((page, path) => {
    const text = textOf(page)
    const other = seen.get(text)
    seen.set(text, path)
    return other === undefined ? [] : [`as ${other}: ${text}`]
  })
}

test('every paper has a page, and the addresses of the others hold the not-found page', () => {
  const isPaper = (path: string) => /^\/?sujets-bac\/\w+\/\d/.test(path)
  expect([...pages.keys()].filter(isPaper)).toHaveLength(content.subjects.length)
  const missing = files.filter(({ path, status }) => isPaper(path) && status === 404)
  expect(missing.map(({ path }) => path)).toContain('sujets-bac/sm/2027-normale.html')
  // From the first papers to the year after the one in which the pages are rendered.
  const years = Number(content.today.slice(0, 4)) + 2 - OLDEST_SUBJECT_YEAR
  const addresses = TRACK_CODES.length * EXAM_SESSIONS.length * years
  expect(missing).toHaveLength(addresses - content.subjects.length)
  const notFound = files.find(({ path }) => path === '404.html')
  expect(new Set(missing.map(({ body }) => body))).toEqual(new Set([notFound?.body]))
})

test('tables and chapters lead to each paper that is published', () => {
  const linked = (path: string) =>
    new Set(
      attributes(
        pages.get(path) as Document,
        'main a[href*="-normale"], main a[href*="-rattrapage"]',
        'href',
      ),
    )
  const published = content.subjects.filter(({ track }) => track === 'SM').map(paperPath)
  expect(linked('/sujets-bac/sm')).toEqual(new Set(published))
  const recent = published.filter((path) => /202[2-5]-/.test(path))
  expect(linked('/science-math/ondes/1')).toEqual(new Set(recent))
})

describe('search engines', () => {
  test('find a title of its own on each page, of a length that they show', () => {
    expect(
      findFaults((page) => [
        ...(page.querySelectorAll('head > title').length === 1 ? [] : ['not one title']),
        ...(isWithin(ownTitle(page), TITLE_LENGTH)
          ? []
          : [`title of ${ownTitle(page).length}: ${ownTitle(page)}`]),
      ]),
    ).toEqual([])
    expect(findRepeated(ownTitle)).toEqual([])
  })

  test('find a description of its own on each page, of a length that they show', () => {
    expect(
      findFaults((page) => {
        const [description = '', ...others] = meta(page, 'description')
        return [
          ...(others.length > 0 ? ['two descriptions'] : []),
          ...(isWithin(description, DESCRIPTION_LENGTH) ? [] : [`description of ${description.length}`]),
        ]
      }),
    ).toEqual([])
    expect(findRepeated((page) => meta(page, 'description').join())).toEqual([])
  })

  test('find the canonical address, in the sitemap too where the page is listed', () => {
    expect(
      findFaults((page, path) => {
        const found = [...attributes(page, 'link[rel="canonical"]', 'href'), ...meta(page, 'og:url')]
        return found.join() === [ORIGIN + path, ORIGIN + path].join() ? [] : [found.join()]
      }),
    ).toEqual([])
    const sitemap = String(files.find(({ path }) => path === 'sitemap.xml')?.body)
    const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
    const indexed = [...pages].filter(([, page]) => !meta(page, 'robots').includes('noindex'))
    expect(new Set(listed)).toEqual(new Set(indexed.map(([path]) => ORIGIN + path)))
  })

  test('read structured data that names what its type requires', () => {
    expect(
      findFaults((page, path) => structuredData(page).flatMap((data) => dataFaults(data, path))),
    ).toEqual([])
  })

  test('distinguish a paid paper from one that hides its content', () => {
    const faults = content.subjects.flatMap((paper) => {
      const page = pages.get(`/sujets-bac/${paper.track}/${paper.year}-${paper.session}`.toLowerCase())
      const data = page && structuredData(page).find((each) => each['@type'] === 'LearningResource')
      return data?.['isAccessibleForFree'] === paper.isFree ? [] : [paper.id]
    })
    expect(faults).toEqual([])
  })
})

test('shared links show the title, the description and an image that is drawn', () => {
  const images = new Set(renderer.shareCards(content).map(({ path }) => `${ORIGIN}/${path}`))
  expect(
    findFaults((page) => [
      ...(meta(page, 'og:title').join() === ownTitle(page) ? [] : ['another title']),
      ...(meta(page, 'og:description').join() === meta(page, 'description').join()
        ? []
        : ['another description']),
      ...meta(page, 'og:image').filter((image) => !images.has(image)),
    ]),
  ).toEqual([])
  expect(images.size).toBe(content.subjects.length + 1)
})

test('readers follow links only to pages and files that exist, and to places in them', () => {
  expect(
    findFaults((page, path) => [
      ...repeated([...page.querySelectorAll('[id]')].map(({ id }) => id)).map((id) => `twice #${id}`),
      ...attributes(page, 'a', 'href').filter((address) => !leadsSomewhere(address, path)),
      ...attributes(page, 'link:not([rel="canonical"])', 'href').filter((address) => !FILES.has(address)),
    ]),
  ).toEqual([])
})

test('no page runs a script but its own, or carries a style', () => {
  expect(
    findFaults((page) => {
      const scripts = [...page.scripts].filter(({ type }) => !type.includes('json'))
      return [
        ...attributes(page, 'script[src], style, [style], [onclick], #root :is(title, meta, link)', 'class'),
        ...scripts
          .filter(({ textContent }) => !INLINE_SCRIPTS.includes(textContent))
          .map(({ textContent }) => textContent),
      ]
    }),
  ).toEqual([])
})

test.each(['/science-math/ondes/1', '/sujets-bac/sm/2022-normale'])(
  'hostile questions and answers stay within their articles on %s',
  (path) => {
    const page = pages.get(path) as Document
    const articles = page.querySelectorAll('main section > article[data-answer] > h3')
    expect(articles).toHaveLength(hostileAnswers.length)
    expect(page.querySelectorAll('main :is(script, img[src="x"], iframe, style)')).toHaveLength(0)
    // The JSON of the page ends where it should.
    expect(readPageContent(page)?.answers.length).toBeGreaterThan(1)
  },
)

test('no file holds a file reference, or an address but the one of the site', () => {
  const secrets = files.flatMap(({ path, body }) => {
    const addresses = new Set(String(body).match(/[\w.+-]+@[\w-]+\.[\w.-]+/g))
    addresses.delete(content.settings.contact.email)
    return [...addresses, ...(String(body).match(/google\.com|googleapis|\/d\/[\w-]{25}/g) ?? [])].map(
      (secret) => `${path}: ${secret}`,
    )
  })
  expect(secrets).toEqual([])
})

/** Files that the build writes beside the pages. */
const FILES = new Set(['/favicon.svg', ...[MANIFEST, TOUCH_ICON, FEED, LICENCES].map((file) => `/${file}`)])

function leadsSomewhere(address: string, from: string): boolean {
  if (/^(?:https:\/\/[^/]|mailto:[^@]+@|tel:\+?\d)/.test(address)) return !address.startsWith(ORIGIN)
  const { pathname, hash, origin } = new URL(address, ORIGIN + from)
  if (origin !== ORIGIN) return false
  const page = pages.get(pathname)
  if (page) return hash === '' || page.getElementById(decodeURIComponent(hash.slice(1))) !== null
  const isFile = FILES.has(pathname) || files.some(({ path }) => pathname === `/${path}`)
  return isPersonal(pathname) || isFile
}

function repeated(words: readonly string[]): string[] {
  return words.filter((word, at) => words.indexOf(word) !== at)
}

type StructuredData = { '@type': string } & Record<string, unknown>

function structuredData(page: Document): StructuredData[] {
  return [...page.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as StructuredData,
  )
}

/** The properties that Google's documentation requires of each type, and those that our pages promise in addition. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Course: ['name', 'description', 'provider'],
  EducationalOrganization: ['name', 'url'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  LearningResource: ['name', 'learningResourceType', 'isAccessibleForFree'],
  Thing: ['name'],
}

function dataFaults(data: StructuredData, path: string): string[] {
  const crumbs = data['itemListElement'] as { position: number; item: string }[] | undefined
  const own = crumbs ? crumbs.at(-1)?.item : (data['url'] ?? ORIGIN + path)
  return [
    ...(data['@context'] === 'https://schema.org' ? [] : ['no @context']),
    ...(own === ORIGIN + path ? [] : ['about another page']),
    ...(crumbs?.every(({ position }, at) => position === at + 1) === false ? ['positions'] : []),
    ...missingProperties(data),
  ]
}

/** Checks an entity and every entity within it. */
function missingProperties(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(missingProperties)
  if (value === null || typeof value !== 'object') return []
  const { '@type': type, ...properties } = value as StructuredData
  const required = REQUIRED[type]
  if (!required) return [`unknown type ${type}`]
  const isMissing = (name: string) => properties[name] === undefined || properties[name] === ''
  return [
    ...required.filter(isMissing).map((name) => `${type} without ${name}`),
    ...Object.values(properties).flatMap(missingProperties),
  ]
}
