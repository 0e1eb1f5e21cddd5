import { PAGE_CONTENT_ID, type PageAnswer, type PageContent } from '#shared/contract/page-content.ts'

/** Reads the content that the document's page was rendered from; null for a page without content. */
export function readPageContent(page: Document): PageContent | null {
  const json = page.getElementById(PAGE_CONTENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageContent) : null
}

let seeded: readonly PageAnswer[] = []
const listeners = new Set<() => void>()

/**
 * Sets the answers that the page came with. The renderer does so before each rendering, the browser before it hydrates,
 * and again when the page's HTML was renewed.
 */
export function seedAnswers({ answers }: Pick<PageContent, 'answers'>): void {
  seeded = answers
  for (const listener of listeners) listener()
}

/** Subscribes to renewed answers. */
export function onSeed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function seededAnswers(): readonly PageAnswer[] {
  return seeded
}

/** Returns what the page came with beyond the answers of the API. */
export function ownAnswer(path: string): unknown {
  return seeded.find(({ route }) => route === path)?.answer
}
