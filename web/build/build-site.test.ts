import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paperPath, SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { fileOfPage, prerenderedPages } from '#shared/catalogue/pages.ts'
import { InlineDigests } from '#shared/contract/published-content.ts'
import { SearchFile } from '#web/features/search/search-file.ts'
import { readPageContent } from '#web/lib/api/page-content.ts'
import { createPublishedContent } from '#web/render/sample-content.ts'
import { builtSite } from '#web/test/built-site.ts'

const ORIGIN = 'https://site.example'
/** Bytes with gzip. A server sends ten packets of 1,460 bytes before a browser has to confirm any of them. */
const MOST_STYLE = 5_000
const MOST_HTML = 14_000
const PATIENCE_MS = 120_000
const { settings, videos } = createPublishedContent()

const output = mkdtempSync(join(tmpdir(), 'built-site-'))
const built = join(output, 'client')
const withoutAddress = join(output, 'without-address')

const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

beforeAll(() => {
  // The tests of a deployment need the same build.
  cpSync(builtSite(), output, { recursive: true })
  run('write-pages.ts', '--outDir', output, '--origin', ORIGIN)
  run('write-pages.ts', '--outDir', output, '--into', withoutAddress)
}, PATIENCE_MS)
afterAll(() => rmSync(output, { recursive: true }))

const read = (file: string, folder = built) => readFileSync(join(folder, file), 'utf8')
const documentOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')
/** Parsed once, since many tests read each page. */
const documents = new Map<string, Document>()
const pageOf = (path: string) => {
  const known = documents.get(path) ?? documentOf(read(fileOfPage(path)))
  documents.set(path, known)
  return known
}
const one = (document: Document, selector: string, attribute: string) => {
  const found = [...document.querySelectorAll(selector)]
  expect(found, selector).toHaveLength(1)
  return found[0]?.getAttribute(attribute) ?? ''
}
const scriptsOf = (page: Document) => one(page, 'script[data-scripts]', 'data-scripts').split(' ')
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

test('writes the file of the search', () => {
  const file = v.parse(SearchFile, JSON.parse(read(SEARCH_FILE)))
  const found = file.entries.map(({ to }) => to)
  const chapters = prerenderedPages.filter((page) => /\/\d+$/.test(page))
  expect(found).toEqual(expect.arrayContaining([...chapters, '/sujets-bac/sm/2023-normale']))
})

test('a page links to the files of the build', () => {
  const page = pageOf('/svt')
  const links = ['icon', 'manifest', 'apple-touch-icon', 'stylesheet'].map((rel) =>
    one(page, `link[rel="${rel}"]`, 'href'),
  )
  const image = one(page, 'meta[property="og:image"]', 'content').replace(ORIGIN, '')
  for (const file of [...links, ...scriptsOf(page), image])
    expect(existsSync(join(built, file)), file).toBe(true)
})

test('public pages bring the style of their first paint, and name the whole sheet after their content', () => {
  const kinds = ['/', '/svt', '/svt/ondes/1', '/sujets-bac', '/sujets-bac/sm', '/sujets-bac/sm/2023-normale']
  const others = ['/videos-gratuites', '/premium', '/contact', '/a-propos', '/login', '/signup']
  const files = [...[...kinds, ...others].map(fileOfPage), '404.html']
  const sizes = files.map((file) => {
    const html = read(file)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    const [content, without, after] = html.split(
      /(<noscript><link rel="stylesheet" [^>]*href="\/[^>]*><\/noscript>)/,
    )
    expect(content, file).toContain('</footer>')
    expect(content, file).not.toMatch(/<link rel="stylesheet" [^>]*href="\//)
    expect(after, file).toMatch(/<script data-scripts="[^"]+">/)
    expect(without, file).toContain(/data-sheet="(\/assets\/style-[^"]+\.css)"/.exec(content ?? '')?.[1])
    return { file, style: gzipSync(style).byteLength, page: gzipSync(html).byteLength }
  })
  for (const { file, style, page } of sizes) {
    expect(style, file).toBeGreaterThan(1_000)
    expect(style, file).toBeLessThan(MOST_STYLE)
    expect(page, file).toBeLessThan(MOST_HTML)
  }
  expect(read('shell.html').split('</head>')[0]).toContain('<link rel="stylesheet"')
})

test('the policy allows every script and style that stands inside a page, and no other', () => {
  const allowed = v.parse(InlineDigests, JSON.parse(read('inline-digests.json', output)))
  const pages = filesIn(built).filter((file) => file.endsWith('.html'))
  // Without a parser, which takes a tenth of a second for each page.
  const inline = pages.flatMap((file) => [
    ...read(file).matchAll(/<(script|style)(?! type="application\/)[^>]*>([\s\S]*?)<\/\1>/g),
  ])
  const digests = (name: string) =>
    new Set(
      inline
        .filter(([, element]) => element === name)
        .map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`),
    )
  expect(digests('script')).toEqual(new Set(allowed.scripts))
  expect(digests('style')).toEqual(new Set(allowed.styles))
})

const textOf = (page: Document) => page.querySelector('main')?.textContent ?? ''

test.each([
  [
    '/svt/mecanique/1',
    ['Lois de Newton', '8 sujets', 'Énoncé (PDF)', 'Correction (PDF)', '2025', 'Rattrapage'],
  ],
  ['/sujets-bac/sm', ['2025', '2008', 'Offre en préparation', 'Se connecter']],
  ['/videos-gratuites', ['12 vidéos gratuites disponibles', 'Piles : cours 12']],
])('%s holds its list without a script', (path, texts) => {
  const page = pageOf(path)
  for (const text of texts) expect(textOf(page)).toContain(text)
  expect(textOf(page)).not.toContain('Chargement en cours...')
  expect(page.body.textContent).not.toContain('Vérification de la session')
})

test('pages contain the data they were rendered from, and nothing else', () => {
  const content = (path: string) => readPageContent(pageOf(path))
  expect(content('/contact')).toEqual({
    origin: ORIGIN,
    settings,
    isOfferOver: true,
    isAnnounced: false,
    utcOffset: 0,
    answers: [],
  })
  expect(content('/videos-gratuites')?.answers).toEqual([
    { route: '/api/videos', input: {}, answer: { items: videos } },
    { route: '/videos-gratuites', input: {}, answer: {} },
  ])
  expect(content('/sujets-bac/pc')?.answers.map(({ route, input }) => [route, input])).toEqual([
    ['/api/subjects', { query: { track: 'PC' } }],
  ])
  expect(readPageContent(documentOf(read('shell.html')))).toEqual({
    origin: ORIGIN,
    settings,
    isOfferOver: true,
    isAnnounced: false,
    utcOffset: 0,
    answers: [],
  })
})

test('search engines may read the pages, but not list those without content of their own', () => {
  const isNoindex = (file: string) => documentOf(read(file)).querySelector('meta[content="noindex"]') !== null
  const hidden = ['login.html', 'signup.html', 'shell.html', '404.html']
  expect(hidden.filter(isNoindex)).toEqual(hidden)
  expect(read('robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('the sitemap says when the documents of a page last changed', () => {
  expect(read('sitemap.xml')).toContain(`<loc>${ORIGIN}/videos-gratuites</loc><lastmod>`)
  expect(read('sitemap.xml')).toContain(`<loc>${ORIGIN}/contact</loc></url>`)
})

describe('the service worker', () => {
  /** The lists of files in the worker: those of public pages, with the style, of an account, and of the viewer. */
  const lists = (): string[][] =>
    (read('sw.js').match(/(?:[`"',]*\/assets\/[\w./-]+)+/g) ?? []).map(
      (list) => list.match(/\/assets\/[\w./-]+/g) ?? [],
    )
  const listWith = (part: string) => lists().find((list) => list.some((file) => file.includes(part))) ?? []
  const fetchedAhead = () => listWith('.css')
  const accountFiles = () => listWith('user-menu')
  const viewerFiles = () => listWith('viewer-dialog')

  /** A script and those that it imports. */
  const withImports = (file: string): string[] => [
    file,
    ...[...read(file).matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].flatMap(([, name]) =>
      withImports(`/assets/${name}`),
    ),
  ]

  test('fetches ahead the style and the scripts of the shell, of the public pages and of the search', () => {
    const paper = paperPath({ track: 'SM', year: '2023', session: 'Normale' })
    const files = [...[...prerenderedPages, paper].map(fileOfPage), '404.html']
    // Without a parser, which takes a twentieth of a second for each page.
    const needed = files.flatMap((file) => {
      const [, sheet = ''] = /<link rel="stylesheet" [^>]*href="(\/[^"]+)"/.exec(read(file)) ?? []
      const [, scripts = ''] = /<script data-scripts="([^"]+)"/.exec(read(file)) ?? []
      expect([file, sheet, scripts]).not.toContain('')
      return [sheet, ...scripts.split(' ')]
    })
    const search = filesIn(built).filter((file) => /^assets\/search-(?:dialog|index)-/.test(file))
    expect(search).toHaveLength(2)
    const expected = new Set([...needed, ...search.flatMap((file) => withImports(`/${file}`))])
    expect(fetchedAhead().toSorted()).toEqual([...expected].toSorted())
  })

  test('fetches ahead neither the viewer nor scripts for signed-in users, and stays small', () => {
    expect(
      fetchedAhead().filter((file) => /viewer|pages-reader|session|admin|upload|account/.test(file)),
    ).toEqual([])
    const bytes = fetchedAhead().reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(built, file))).byteLength,
      0,
    )
    expect(bytes).toBeLessThan(197_000)
  })

  test.each([
    [
      "opens a signed-in student's own page",
      accountFiles,
      () => fetchedAhead(),
      ['user-menu', 'send-kept', 'student-marks', 'student-home', 'revisions-page'],
    ],
    [
      'opens a kept document',
      viewerFiles,
      () => [...fetchedAhead(), ...accountFiles()],
      ['viewer-dialog', 'pages-reader', 'open-offline', 'offline-page'],
    ],
  ])('names everything that %s without a network, once', (_, listed, storedBefore, parts) => {
    const files = listed()
    for (const part of parts) expect(files.filter((file) => file.includes(part))).toHaveLength(1)
    const missing = files
      .filter((file) => file.endsWith('.js'))
      .flatMap(withImports)
      .filter((file) => ![...files, ...storedBefore()].includes(file))
    expect(missing).toEqual([])
    expect(files.filter((file) => storedBefore().includes(file))).toEqual([])
    for (const file of files) expect(filesIn(built)).toContain(file.slice(1))
  })
})
