import type { ClientBuild } from '#shared/contract/published-content.ts'

/** Sheets and answers (page-texts.ts), which stand below the content of their page: the whole style sheet draws them. */
const TEXTS = /<article (?:id="fiche"|data-answer=).*?<\/article>/gs

/**
 * Returns the style for a page's first paint. It is the style of the page's component from the build, since the content
 * security policy allows no other.
 * @returns null for a page with a class whose rules this style lacks: it would move when the whole sheet arrives
 */
export function pageStyle(
  component: string,
  html: string,
  { pageStyles }: Pick<ClientBuild, 'pageStyles'>,
): string | null {
  const style = pageStyles[component]
  if (!style) return null
  const used = classesInHtml(html.replaceAll(TEXTS, ''))
  return style.lacks.some((name) => used.has(name)) ? null : style.css
}

/** Returns every class that elements of a document have. */
export function classesInHtml(html: string): Set<string> {
  return new Set([...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
}
