import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { fileOfPage } from '#shared/catalogue/pages.ts'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ChapterPath } from '#shared/contract/published-content.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { foreignTags, hostileTexts } from '#shared/writing/test-support/hostile-texts.ts'
import template from '../../index.html?raw'
import { renderSite } from './render-site.tsx'
import { createPublishedContent } from './sample-content.ts'

const TRACK = TRACK_CODES[0]
const PAGE = chapterPath(TRACK, 'ondes', 1)
const CHAPTERS = TRACK_CODES.flatMap((track) =>
  listThemes(track).flatMap(({ slug, chapters }) =>
    chapters.map((_, index): ChapterPath => `${track}/${slug}/${index + 1}`),
  ),
)
const build = { template, pageScripts: new Proxy({}, { get: () => ['/assets/page.js'] }), pageStyles: {} }

/** Renders the pages of chapters with these sheets; without documents, where `isEmpty`. */
async function* pagesWith(sheets: ReadonlyMap<ChapterPath, string>, isEmpty = false) {
  const updatedAt = '2026-01-01T00:00:00.000Z'
  const content = createPublishedContent({
    subjects: [],
    sheets: new Map(
      [...sheets].map(([path, markdown]) => [path, { html: renderText(markdown).html, updatedAt }]),
    ),
    ...(isEmpty && { chapters: {} }),
  })
  for await (const { path, body } of renderSite(content, build))
    if (/\/\d+\.html$/.test(path)) yield { path, html: String(body) }
}

/** Renders the page of one chapter, with or without a sheet. */
async function pageWith(markdown: string | null, { isEmpty = false } = {}): Promise<string> {
  const sheets = new Map(markdown === null ? [] : [[`${TRACK}/ondes/1` as const, markdown]])
  for await (const { path, html } of pagesWith(sheets, isEmpty)) if (path === fileOfPage(PAGE)) return html
  throw new Error(`${PAGE} is not rendered`)
}
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const scriptsOf = (html: string) =>
  [...parse(html).scripts].filter(({ type }) => !type.includes('json')).map(({ outerHTML }) => outerHTML)

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

test('a sheet of a page with 20 formulas adds 12 kB with gzip at most, and no script', async () => {
  expect(renderText(FULL_SHEET).html.split('<math')).toHaveLength(21)
  const [without, withSheet] = await Promise.all([pageWith(null), pageWith(FULL_SHEET)])
  const added = gzipSync(withSheet).length - gzipSync(without).length
  expect(added).toBeGreaterThan(1_000)
  expect(added).toBeLessThan(12_000)
  expect(scriptsOf(withSheet)).toEqual(scriptsOf(without))
})

test.each([false, true])(
  'is in the page with a link to it, and in what search engines show (without documents: %s)',
  async (isEmpty) => {
    const page = parse(await pageWith('# Célérité\n\n$v = \\lambda f$', { isEmpty }))
    const sheet = page.querySelector('#fiche')
    expect(sheet?.querySelector('h2')?.textContent).toMatch(/^Fiche de révision.: Ondes mécaniques/)
    expect(sheet?.querySelector('h3')?.textContent).toBe('Célérité')
    expect(sheet?.querySelector('math')).not.toBeNull()
    expect(page.querySelector('main a[href="#fiche"]')?.textContent).toBe('Fiche de révision')
    expect(page.querySelector('meta[name="description"]')?.getAttribute('content')).toContain(
      'fiche de révision, énoncés',
    )
  },
)

test('a chapter without a sheet says nothing of one', async () => {
  expect((await pageWith(null)).replace(/<script type="application\/json".*/s, '')).not.toContain('fiche')
})

test('no element, script or address of its owner reaches a page', async () => {
  const expected = scriptsOf(await pageWith(null)).length
  const texts = fc.sample(hostileTexts, CHAPTERS.length)
  let pages = 0
  for await (const { html } of pagesWith(new Map(CHAPTERS.map((path, at) => [path, texts[at] ?? ''])))) {
    const [, sheet = '<'] = /<article id="fiche"[^>]*><h2>[^<]*<\/h2>(.*?)<button/s.exec(html) ?? []
    expect(foreignTags(sheet)).toEqual([])
    const page = parse(html)
    expect(scriptsOf(html)).toHaveLength(expected)
    expect(page.querySelectorAll('main img, main iframe, main form[action], main [style]')).toHaveLength(0)
    pages += 1
  }
  expect(pages).toBe(CHAPTERS.length)
})
