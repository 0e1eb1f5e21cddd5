import { escapeHtml } from './page-html.ts'

/** The pages that search engines shall find. */
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
 * What search engines may read. A site without an address of its own stays out of them: such an address changes with
 * the installation, and would compete with the real one.
 */
export function robots(origin: string | null): string {
  const rules = origin ? ['Allow: /', 'Disallow: /api/', 'Disallow: /files/'] : ['Disallow: /']
  return ['User-agent: *', ...rules, ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : []), ''].join('\n')
}
