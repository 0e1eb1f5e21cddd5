import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { fileOfPage } from '#shared/catalogue/pages.ts'
import { listThemes, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ChapterPath } from '#shared/contract/published-content.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { foreignTags, hostileTexts } from '#shared/writing/test-support/hostile-texts.ts'
import { builtRenderer } from '#web/test/built-site.ts'
import template from '../../index.html?raw'
import { createPublishedContent } from './sample-content.ts'

/** Every chapter, with the file of its page. */
const FILES = new Map(
  TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap(({ slug, chapters }) =>
      chapters.map((_, at): [ChapterPath, string] => [
        `${track}/${slug}/${at + 1}`,
        fileOfPage(chapterPath(track, slug, at + 1)),
      ]),
    ),
  ),
)
const [SHORT, WITHOUT_DOCUMENTS, FULL, ...HOSTILE] = [...FILES.keys()] as [
  ChapterPath,
  ChapterPath,
  ChapterPath,
  ...ChapterPath[],
]
const build = { template, pageScripts: new Proxy({}, { get: () => ['/assets/page.js'] }), pageStyles: {} }

/** One printed page with 20 formulas, as a teacher writes it. */
const FULL_SHEET = [
  ...Array.from(
    { length: 10 },
    (_, at) => `# Partie ${at}

La **grandeur ${at}** ne dépend que du milieu de propagation et s'exprime avec les unités du système international, soit
$v_{${at}} = \\lambda_{${at}} f = \\dfrac{\\lambda_{${at}}}{T}$ dans un milieu homogène et isotrope, sans amortissement.

$$\\vec{F}_{${at}} = -G\\,\\frac{m_A m_B}{(R_T + h_{${at}})^2}\\,\\vec{u}_{AB} + \\sqrt{R^2 + \\left(L\\omega - \\frac{1}{C\\omega}\\right)^2}$$`,
  ),
  '| Grandeur | Unité |\n|---|:-:|\n| célérité | m/s |\n| longueur d’onde | m |',
].join('\n\n')
const SHORT_SHEET = '# Célérité\n\n$v = \\lambda f$'

/** The HTML of each chapter's page without a sheet and with one. */
let without: ReadonlyMap<string, string>
let withSheets: ReadonlyMap<string, string>

beforeAll(async () => {
  const { renderSite } = await builtRenderer()
  const pages = async (sheets: [ChapterPath, string][]) => {
    const updatedAt = '2026-01-01T00:00:00.000Z'
    const { [WITHOUT_DOCUMENTS]: _, ...chapters } = createPublishedContent().chapters
    const content = createPublishedContent({
      subjects: [],
      chapters,
      sheets: new Map(sheets.map(([path, text]) => [path, { html: renderText(text).html, updatedAt }])),
    })
    const rendered = new Map<string, string>()
    for await (const { path, body } of renderSite(content, build)) rendered.set(path, String(body))
    return rendered
  }
  const hostile = fc.sample(hostileTexts, HOSTILE.length)
  without = await pages([])
  withSheets = await pages([
    [SHORT, SHORT_SHEET],
    [WITHOUT_DOCUMENTS, SHORT_SHEET],
    [FULL, FULL_SHEET],
    ...HOSTILE.map((path, at): [ChapterPath, string] => [path, hostile[at] ?? '']),
  ])
})

const pageOf = (path: ChapterPath, pages = withSheets) => pages.get(FILES.get(path) ?? '') ?? ''
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const scriptsOf = (html: string) =>
  [...parse(html).scripts].filter(({ type }) => !type.includes('json')).map(({ outerHTML }) => outerHTML)

test('a sheet of a page with 20 formulas adds 12 kB with gzip at most, and no script', () => {
  expect(renderText(FULL_SHEET).html.split('<math')).toHaveLength(21)
  const added = gzipSync(pageOf(FULL)).length - gzipSync(pageOf(FULL, without)).length
  expect(added).toBeGreaterThan(1_000)
  expect(added).toBeLessThan(12_000)
  expect(scriptsOf(pageOf(FULL))).toEqual(scriptsOf(pageOf(FULL, without)))
})

test.each([SHORT, WITHOUT_DOCUMENTS])(
  'the sheet of %s is in its page with a link to it, and in what search engines show',
  (path) => {
    const page = parse(pageOf(path))
    const sheet = page.querySelector('#fiche')
    expect(sheet?.querySelector('h2')?.textContent).toMatch(/^Fiche de révision.: /)
    expect(sheet?.querySelector('h3')?.textContent).toBe('Célérité')
    expect(sheet?.querySelector('math')).not.toBeNull()
    expect(page.querySelector('main a[href="#fiche"]')?.textContent).toBe('Fiche de révision')
    expect(page.querySelector('meta[name="description"]')?.getAttribute('content')).toContain(
      'fiche de révision, énoncés',
    )
    const plain = pageOf(path, without).replace(/<script type="application\/json".*/s, '')
    expect(plain).not.toContain('fiche')
  },
)

test('no element, script or address of its owner reaches a page', () => {
  const expected = scriptsOf(pageOf(SHORT, without)).length
  for (const path of HOSTILE) {
    const html = pageOf(path)
    const [, sheet = '<'] = /<article id="fiche"[^>]*><h2>[^<]*<\/h2>(.*?)<button/s.exec(html) ?? []
    expect(foreignTags(sheet)).toEqual([])
    const page = parse(html)
    expect(scriptsOf(html)).toHaveLength(expected)
    expect(page.querySelectorAll('main img, main iframe, main form[action], main [style]')).toHaveLength(0)
  }
})
