import { browserslistToTargets, type MediaQuery, type Selector, transform } from 'lightningcss'
import type {
  ClientBuild,
  PageStyle,
  PublishedContent,
  Renderer,
} from '#shared/contract/published-content.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { classesInHtml } from '#web/render/page-html.ts'
import { createPublishedContent } from '#web/render/sample-content.ts'
import { browserslist } from './browsers.ts'

export async function criticalStyles(
  sheet: string,
  build: ClientBuild,
  { renderSite }: Pick<Renderer, 'renderSite'>,
): Promise<ClientBuild['pageStyles']> {
  const classes = new Map<string, Set<string>>()
  for (const content of variants())
    for await (const { component, body } of renderSite(content, build)) {
      if (!component) continue
      const known = classes.get(component) ?? []
      classes.set(component, new Set([...known, ...classesInHtml(String(body))]))
    }
  return Object.fromEntries([...classes].map(([name, used]) => [name, reduceStyles(sheet, used)]))
}

/**
 * Returns the rules of a style sheet that elements with these classes, or without a class, can match on a screen without
 * a pointer over them; in its order. The whole sheet is there by the time a pointer moves.
 */
export function reduceStyles(sheet: string, used: ReadonlySet<string>): PageStyle {
  const lacks = [...classesInStyles(sheet)].filter((name) => !used.has(name))
  const { code } = transform({
    filename: 'style.css',
    code: new TextEncoder().encode(sheet),
    minify: true,
    targets: browserslistToTargets(browserslist),
    unusedSymbols: lacks,
    visitor: {
      Rule: {
        media: ({ value }) => (value.query.mediaQueries.every(isPrint) ? [] : undefined),
        style: ({ value }) => (value.selectors.every(isHovered) ? [] : undefined),
      },
    },
  })
  return { css: new TextDecoder().decode(code), lacks }
}

const isHovered = (selector: Selector) =>
  selector.some((part) => part.type === 'pseudo-class' && part.kind === 'hover')

const isPrint = ({ mediaType }: MediaQuery) => mediaType === 'print'

/** Returns every class in a minified style sheet, and fractions of numbers, which no element has as a class. */
function classesInStyles(css: string): Set<string> {
  return new Set([...css.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name))
}

/** Returns content in which each page shows everything that it can show. */
function variants(): PublishedContent[] {
  const full = createPublishedContent()
  const { today, settings } = full
  // Papers of a few years, and not all of their sessions.
  const papers = full.subjects.filter(({ year }, index) => year > '2020' && index % 7 > 0)
  return [
    {
      ...full,
      settings: {
        ...settings,
        premiumValidUntil: '2099-12-31',
        announcement: { text: 'Annonce', short: 'En bref', page: '/', from: today, until: today },
        exams: [{ label: 'Examen national', date: '2099-06-01' }],
      },
      subjects: papers.map((paper, index) => {
        const isRich = index % 2 === 0
        return {
          ...paper,
          isFree: index % 3 === 0,
          hasFile: index % 5 > 0,
          hasCorrection: isRich,
          hasVideo: isRich,
        }
      }),
      exercises: new Map(papers.map(({ id }) => [id, [sampleExercise]])),
      videos: full.videos.map((video, index) =>
        index % 2 === 0
          ? { ...video, thumbnail: null, description: '' }
          : { ...video, thumbnail: 'https://site.example/a.png', description: 'Un cours' },
      ),
    },
    {
      ...full,
      settings: { ...settings, premiumValidUntil: '2000-01-01', announcement: null, exams: [] },
      subjects: [],
      chapters: {},
      videos: [],
    },
    // Tables of papers have other rows while there is no offer.
    { ...full, settings: { ...settings, premiumValidUntil: '2000-01-01' }, chapters: {}, videos: [] },
  ]
}
