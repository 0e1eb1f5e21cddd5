import { escapeHtml } from '#shared/writing/french-spaces.ts'
import type { DatedNews } from './list-news.ts'
import { FEED } from './page-html.ts'

/**
 * Returns sitemap.xml: the pages that search engines should list, with the day of their last change where it is known.
 */
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

/**
 * Returns robots.txt. A site without an address of its own disallows everything: its generated address would compete
 * with the real site.
 */
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
