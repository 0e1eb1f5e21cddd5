import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOfPage, personalPages, prerenderedPages } from '#shared/catalogue/pages.ts'
import { START_SCRIPT } from '#shared/contract/start-script.ts'
import { readPageContent } from '#web/lib/api/page-content.ts'
import { createPublishedContent } from '#web/test/published-content.ts'
import { sampleContent } from './site-content.ts'

const ORIGIN = 'https://site.example'
const PATIENCE_MS = 120_000
/** What search engines show. */
const LONGEST_DESCRIPTION = 200
const SITE_NAME = sampleContent.name
const { settings, videos } = createPublishedContent()
const KNOWN_PAGES = new Set([...prerenderedPages, ...personalPages])

const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      SITE_CONTENT: JSON.stringify(sampleContent),
      SITE_ORIGIN: ORIGIN,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const output = mkdtempSync(join(tmpdir(), 'built-site-'))
const built = join(output, 'client')
const withoutAddress = join(output, 'without-address')

beforeAll(() => {
  run('build-site.ts', '--outDir', output)
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
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
const dataOf = (document: Document) =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent) as { '@type': string } & Record<string, unknown>,
  )

test('writes every public page, the shell and the not-found page as HTML, and nothing else', () => {
  const html = filesIn(built).filter((file) => file.endsWith('.html'))
  const expected = [...prerenderedPages.map(fileOfPage), 'shell.html', '404.html']
  expect(html.toSorted()).toEqual(expected.toSorted())
})

test('publishes the licences of its packages', () => {
  const licences = read('licences.txt')
  // One package each of the pages, the viewer and the service worker.
  for (const name of ['react', 'pdfjs-dist', 'workbox-core'])
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\((?:MIT|Apache-2\\.0)\\)$`, 'm'))
  expect(licences).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  expect(licences).not.toMatch(/^(?:vite|vitest|aws-cdk-lib) /m)
  expect(read('sw.js')).not.toContain('licences.txt')
})

describe.each(prerenderedPages.map((path) => ({ path })))('$path', ({ path }) => {
  test('has a title, a description and its content', () => {
    const page = pageOf(path)
    expect(page.title.length).toBeGreaterThan(SITE_NAME.length + 8)
    expect(page.querySelectorAll('head title')).toHaveLength(1)
    expect(one(page, 'meta[name="description"]', 'content').length).toBeGreaterThan(40)
    expect(one(page, 'link[rel="canonical"]', 'href')).toBe(`${ORIGIN}${path}`)
    expect(one(page, 'meta[property="og:url"]', 'content')).toBe(`${ORIGIN}${path}`)
    expect(one(page, 'meta[property="og:image"]', 'content')).toMatch(/\/apercus\/site-[0-9a-f]{12}\.png$/)
    expect(one(page, '#root', 'data-page')).toBe(path)
    expect(page.querySelectorAll('#root h1')).toHaveLength(1)
    expect(page.querySelectorAll('#root :is(title, meta, link)')).toHaveLength(0)
  })

  test('repeats title and description for shared links', () => {
    const page = pageOf(path)
    const description = one(page, 'meta[name="description"]', 'content')
    expect(description.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION)
    // The site's name has its own property.
    expect(page.title).toBe(`${one(page, 'meta[property="og:title"]', 'content')} | ${SITE_NAME}`)
    expect(one(page, 'meta[property="og:description"]', 'content')).toBe(description)
    expect(page.documentElement.lang).toBe('fr')
    for (const data of dataOf(page)) {
      expect(data).toMatchObject({ '@context': 'https://schema.org' })
      const crumbs = data['itemListElement'] as { item: string }[] | undefined
      expect(crumbs ? crumbs.at(-1)?.item : `${ORIGIN}${path}`).toBe(`${ORIGIN}${path}`)
    }
  })

  test('links only to pages and files that exist', () => {
    const page = pageOf(path)
    const files = ['icon', 'manifest', 'apple-touch-icon', 'stylesheet'].map((rel) =>
      one(page, `link[rel="${rel}"]`, 'href'),
    )
    for (const file of files) expect(existsSync(join(built, file)), file).toBe(true)
    const places = [...page.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')
    const unknown = places.filter((place) => !KNOWN_PAGES.has(place.split('#')[0] ?? ''))
    expect(unknown).toEqual([])
  })

  test('renders with one style sheet and without scripts', () => {
    const page = pageOf(path)
    expect(page.querySelectorAll('link[rel="stylesheet"]')).toHaveLength(1)
    expect(page.querySelectorAll('head script[src], style, [style], [onclick], [rel$=preload]')).toHaveLength(
      0,
    )
    const scripts = [...page.scripts].filter(({ type }) => !type.includes('json'))
    expect(scripts.map(({ src, textContent }) => [src, textContent])).toEqual([['', START_SCRIPT]])
  })

  test('contains no secret', () => {
    const html = read(fileOfPage(path))
    expect(html).not.toMatch(/google\.com|googleapis|\/d\/[\w-]{25}/)
    const addresses = new Set(html.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g))
    expect([...addresses].filter((address) => address !== settings.contact.email)).toEqual([])
  })
})

test('titles and descriptions are unique', () => {
  const pages = prerenderedPages.map(pageOf)
  const titles = pages.map(({ title }) => title)
  const descriptions = pages.map((page) => one(page, 'meta[name="description"]', 'content'))
  for (const texts of [titles, descriptions]) expect(new Set(texts).size).toBe(texts.length)
})

const textOf = (page: Document) => page.querySelector('main')?.textContent ?? ''

test.each([
  [
    '/svt/mecanique/1',
    ['Lois de Newton', '8 sujets', 'Énoncé (PDF)', 'Correction (PDF)', '2025', 'Rattrapage'],
  ],
  ['/sujets-bac/sm', ['2025', '2008', 'Passer en Premium', 'Se connecter']],
  ['/videos-gratuites', ['12 vidéos gratuites disponibles', 'Piles : cours 12']],
])('%s holds its list without a script', (path, texts) => {
  const page = pageOf(path)
  for (const text of texts) expect(textOf(page)).toContain(text)
  expect(textOf(page)).not.toContain('Chargement en cours...')
  expect(page.body.textContent).not.toContain('Vérification de la session')
})

test('pages hold what they were rendered from, and nothing else', () => {
  const content = (path: string) => readPageContent(pageOf(path))
  expect(content('/contact')).toEqual({ settings, answers: [] })
  expect(content('/videos-gratuites')?.answers).toEqual([
    { route: '/api/videos', input: {}, answer: { items: videos } },
  ])
  expect(content('/sujets-bac/pc')?.answers.map(({ route, input }) => [route, input])).toEqual([
    ['/api/subjects', { query: { track: 'PC' } }],
  ])
  expect(readPageContent(documentOf(read('shell.html')))).toEqual({ settings, answers: [] })
})

test.each([
  ['/', ['EducationalOrganization']],
  ['/svt', ['BreadcrumbList', 'Course']],
  ['/svt/mecanique/1', ['BreadcrumbList', 'Course']],
  ['/sujets-bac/sm', ['BreadcrumbList']],
  ['/premium', ['BreadcrumbList', 'FAQPage']],
  ['/login', []],
])('%s holds the structured data %j', (path, types) => {
  expect(dataOf(pageOf(path)).map((data) => data['@type'])).toEqual(types)
})

test('the breadcrumbs of a chapter contain its track', () => {
  const [breadcrumbs] = dataOf(pageOf('/science-math/electricite/4'))
  expect(breadcrumbs).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Accueil', item: `${ORIGIN}/` },
      { position: 2, name: 'Science Math', item: `${ORIGIN}/science-math` },
      { position: 3, name: 'RLC forcé', item: `${ORIGIN}/science-math/electricite/4` },
    ],
  })
})

test('the sitemap lists indexed pages, and the others are noindex', () => {
  const addresses = [...read('sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  const isNoindex = (page: Document) => page.querySelector('meta[content="noindex"]') !== null
  const found = prerenderedPages.filter((path) => !isNoindex(pageOf(path)))
  expect(addresses).toEqual(found.map((path) => `${ORIGIN}${path}`))
  const hidden = ['login.html', 'signup.html', 'shell.html', '404.html']
  expect(hidden.filter((file) => isNoindex(documentOf(read(file))))).toEqual(hidden)
  expect(read('robots.txt')).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})

test('a site without an address of its own disallows search engines and has no canonical links', () => {
  expect(read('robots.txt', withoutAddress)).toBe('User-agent: *\nDisallow: /\n')
  expect(filesIn(withoutAddress)).not.toContain('sitemap.xml')
  const page = documentOf(read('svt.html', withoutAddress))
  expect(page.querySelectorAll('link[rel="canonical"], meta[property], [type*="ld+json"]')).toHaveLength(0)
  expect(page.querySelectorAll('meta[content="noindex"]')).toHaveLength(1)
  expect(page.querySelectorAll('h1')).toHaveLength(1)
})

test('the empty shell has no content', () => {
  const shell = documentOf(read('shell.html'))
  expect(shell.getElementById('root')?.outerHTML).toBe('<div id="root"></div>')
})

test('the manifest names icons that exist', () => {
  const manifest = JSON.parse(read('site.webmanifest')) as { lang: string; icons: { src: string }[] }
  expect(manifest.lang).toBe('fr')
  const pictures = [...manifest.icons.map(({ src }) => src.slice(1)), 'icons/touch-180.png']
  for (const picture of pictures)
    expect(readFileSync(join(built, picture)).subarray(1, 4).toString()).toBe('PNG')
})

test('draws the image of shared links', () => {
  const [image] = filesIn(built).filter((file) => file.startsWith('apercus/'))
  expect(one(pageOf('/'), 'meta[property="og:image"]', 'content')).toBe(`${ORIGIN}/${image}`)
  expect(
    readFileSync(join(built, image ?? ''))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

test('dynamic imports name their chunks, so that an offline device can check them', () => {
  const scripts = filesIn(built).filter((file) => /^assets\/[\w.-]+\.js$/.test(file))
  // Vite's own helper imports at once, and a failed import is not repeated.
  expect(scripts.filter((file) => read(file).includes('vite:preloadError'))).toEqual([])
  expect(scripts.filter((file) => read(file).includes('navigator.onLine?'))).not.toEqual([])
  expect(scripts.filter((file) => /import\([^)]*\)[^,]{0,120},\[\]\)/.test(read(file)))).toEqual([])
})

describe('the service worker', () => {
  const precached = () => [...new Set(read('sw.js').match(/\/(?:assets\/[\w.-]+|shell\.html)/g))]

  test('precaches the shell, the style and the scripts of the public pages', () => {
    const needed = [...prerenderedPages.map(pageOf), documentOf(read('404.html'))].flatMap((page) => {
      return [
        one(page, 'link[rel="stylesheet"]', 'href'),
        ...one(page, 'script[data-scripts]', 'data-scripts').split(' '),
      ]
    })
    expect(precached().toSorted()).toEqual([...new Set<string>(['/shell.html', ...needed])].toSorted())
  })

  test('precaches neither the viewer nor scripts for signed-in users, and stays small', () => {
    expect(precached().filter((file) => /pdf|viewer|session|admin|upload|account/.test(file))).toEqual([])
    const bytes = precached().reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(built, file))).byteLength,
      0,
    )
    expect(bytes).toBeLessThan(190_000)
  })
})
