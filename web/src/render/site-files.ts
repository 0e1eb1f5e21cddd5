import { paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import { listThemes, tracks } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { escapeHtml } from '#shared/writing/french-text.ts'
import type { News } from '#web/lib/home-content.ts'
import { FEED } from './page-html.ts'

/** The day of a page's last change stands there where it is known. */
export function sitemap(
  origin: string,
  pages: readonly string[],
  dates: ReadonlyMap<string, string>,
): string {
  const entries = pages.map((page) => {
    const changedAt = dates.get(page)
    const day = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''
    return `  <url><loc>${escapeHtml(`${origin}${page}`)}</loc>${day}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** Returns nouveautes.xml, an Atom feed of the news; an empty feed is valid, and dated 1970. */
export function feed(origin: string, name: string, news: readonly DatedNews[]): string {
  const entries = news.map(({ path, title, detail, day, addedAt }) =>
    [
      '  <entry>',
      // The day makes a chapter appear again with its next documents.
      `    <id>${escapeHtml(`${origin}${path}#${day}`)}</id>`,
      `    <title>${escapeHtml(title)}</title>`,
      `    <link href="${escapeHtml(`${origin}${path}`)}"/>`,
      `    <updated>${addedAt}</updated>`,
      `    <summary>${escapeHtml(detail)}</summary>`,
      '  </entry>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">',
    `  <id>${escapeHtml(`${origin}/`)}</id>`,
    `  <title>${escapeHtml(`Nouveautés | ${name}`)}</title>`,
    `  <link href="${escapeHtml(`${origin}/`)}"/>`,
    `  <link rel="self" href="${escapeHtml(`${origin}/${FEED}`)}"/>`,
    `  <author><name>${escapeHtml(name)}</name></author>`,
    `  <updated>${news[0]?.addedAt ?? '1970-01-01T00:00:00Z'}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

/** `addedAt`: ISO instant. */
type DatedNews = News & { addedAt: string }

/** Lists what is new, newest first: each paper, and for each chapter the documents of one day together. */
export function listNews(content: PublishedContent): DatedNews[] {
  return [...newPapers(content), ...newDocuments(content)].toSorted(
    (one, other) => other.addedAt.localeCompare(one.addedAt) || one.path.localeCompare(other.path),
  )
}

function newPapers({ subjects, dates }: PublishedContent): DatedNews[] {
  return subjects.flatMap((paper) => {
    const addedAt = dates.get(paper.id)?.createdAt
    if (!addedAt) return []
    const { hasCorrection, hasVideo } = paper
    const parts = ['Sujet', ...(hasCorrection ? ['corrigé'] : []), ...(hasVideo ? ['vidéo'] : [])]
    const detail = parts.length > 2 ? `${parts[0]}, ${parts[1]} et ${parts[2]}` : parts.join(' et ')
    return [{ path: paperPath(paper), title: subjectTitle(paper), detail, ...dated(addedAt) }]
  })
}

function newDocuments({ chapters, dates }: PublishedContent): DatedNews[] {
  return tracks.flatMap(({ code, slug: track, label }) =>
    listThemes(code).flatMap(({ slug: theme, chapters: titles }) =>
      titles.flatMap((title, index) => {
        const documents = chapters[`${code}/${theme}/${index + 1}`] ?? []
        const added = documents.flatMap(({ id, available }) => (available && dates.get(id)?.createdAt) || [])
        const days = Object.groupBy(added, (instant) => dated(instant).day)
        return Object.values(days).map((instants = []) => ({
          path: `/${track}/${theme}/${index + 1}`,
          title,
          detail: `${instants.length} ${instants.length > 1 ? 'documents' : 'document'}, ${label}`,
          ...dated(instants.toSorted().at(-1) ?? ''),
        }))
      }),
    ),
  )
}

function dated(addedAt: string) {
  return { day: moroccanDay(new Date(addedAt)), addedAt }
}

/** A site without an address of its own disallows everything: it would compete with the real site. */
export function robots(origin: string | null): string {
  const rules = origin ? ['Allow: /', 'Disallow: /api/', 'Disallow: /files/'] : ['Disallow: /']
  return ['User-agent: *', ...rules, ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : []), ''].join('\n')
}

/** Returns the web app manifest; colours as in index.html and web/src/ui/tokens.css. */
export function webManifest(name: string): string {
  return JSON.stringify({
    id: '/',
    name,
    short_name: 'Physique-Chimie',
    description: "Sujets de l'examen national de physique-chimie, corrections et vidéos.",
    lang: 'fr',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f7fb',
    theme_color: '#1f4bb5',
    categories: ['education'],
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Sujets du Bac', url: '/sujets-bac' },
      { name: 'Vidéos gratuites', url: '/videos-gratuites' },
    ],
  })
}

/** Other pages have none, because the date of their texts is not known. */
export function listPageDates(content: PublishedContent): ReadonlyMap<string, string> {
  const { subjects, chapters, sheets, videos, dates } = content
  const newest = new Map<string, string>()
  const note = (id: string, ...paths: string[]) => noteChange(dates.get(id)?.updatedAt ?? '', ...paths)
  const noteChange = (changedAt: string, ...paths: string[]) => {
    for (const path of paths) if (changedAt > (newest.get(path) ?? '')) newest.set(path, changedAt)
  }
  for (const paper of subjects)
    note(paper.id, paperPath(paper), subjectsPath(paper.track), '/sujets-bac', '/')
  for (const { id } of videos) note(id, '/videos-gratuites')
  for (const { code, slug } of tracks) {
    const paths = (chapter: string) => [chapter.replace(code, `/${slug}`), `/${slug}`, '/']
    const isOfTrack = ([chapter]: readonly [string, unknown]) => chapter.startsWith(`${code}/`)
    for (const [chapter, items] of Object.entries(chapters).filter(isOfTrack))
      for (const { id } of items ?? []) note(id, ...paths(chapter))
    for (const [chapter, { updatedAt }] of [...sheets].filter(isOfTrack))
      noteChange(updatedAt, ...paths(chapter))
  }
  return newest
}
