import { escapeHtml } from './page-html.ts'

/** sitemap.xml of the pages that search engines should list. */
export function sitemap(origin: string, pages: readonly string[]): string {
  const entries = pages.map((page) => `  <url><loc>${escapeHtml(`${origin}${page}`)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/**
 * robots.txt. A site without an address of its own disallows everything: its generated address would compete with the
 * real site.
 */
export function robots(origin: string | null): string {
  const rules = origin ? ['Allow: /', 'Disallow: /api/', 'Disallow: /files/'] : ['Disallow: /']
  return ['User-agent: *', ...rules, ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : []), ''].join('\n')
}

/** The web app manifest; colours as in index.html and web/src/ui/tokens.css. */
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
