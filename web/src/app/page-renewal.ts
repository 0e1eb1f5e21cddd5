import type { QueryClient } from '@tanstack/react-query'
import { PAGE_CONTENT_ID } from '#shared/contract/page-content.ts'
import { isSeeded } from '#web/lib/api/cache.ts'
import { readPageContent } from '#web/lib/api/page-content.ts'
import { showStoredSettings } from '#web/lib/settings.ts'

/** The shell has no path of its own. */
const SHELL = '/shell.html'

/** What the page on screen shows; that of its own HTML until it is renewed. */
let shown: string | null | undefined

/**
 * The service worker answers a page from its cache and renews it behind: shows the settings and answers of the renewed
 * one. Answers that the API has given since are newer, and stay.
 */
export async function showRenewedPage(client: QueryClient): Promise<void> {
  const stored = await caches.match(document.getElementById('root')?.dataset['page'] ?? SHELL)
  const html = await stored?.text()
  shown ??= contentText(document)
  // Most often nothing has changed, and nothing needs to be parsed.
  if (!shown || html === undefined || html.includes(shown)) return
  const page = new DOMParser().parseFromString(html, 'text/html')
  const content = readPageContent(page)
  if (!content) return
  shown = contentText(page)
  showStoredSettings(content.settings)
  for (const { route, input, answer } of content.answers)
    if (isSeeded(client, [route, input])) client.setQueryData([route, input], answer, { updatedAt: 0 })
}

function contentText(page: Document): string | null | undefined {
  return page.getElementById(PAGE_CONTENT_ID)?.textContent
}
