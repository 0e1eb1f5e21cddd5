import { PAGE_CONTENT_ID } from '#shared/contract/page-content.ts'
import { readPageContent, seededAnswers } from '#web/lib/api/page-content.ts'
import { showStoredSettings } from '#web/lib/settings.ts'

/** The shell has no path of its own, so that it is requested by its file. */
const SHELL = '/shell.html'

/** The content that the page on screen shows; the content of its own HTML until it is renewed. */
let shown: string | null | undefined

/** The service worker first answers from its cache, and then renews the page. */
export async function showRenewedPage(): Promise<void> {
  const stored = await caches.match(document.getElementById('root')?.dataset['page'] ?? SHELL)
  const html = await stored?.text()
  shown ??= contentText(document)
  // In most cases nothing has changed, and nothing needs to be parsed.
  if (!shown || html === undefined || html.includes(shown)) return
  const page = new DOMParser().parseFromString(html, 'text/html')
  const content = readPageContent(page)
  if (!content) return
  shown = contentText(page)
  showStoredSettings(content.settings, content.utcOffset)
  seededAnswers.set(content.answers)
}

function contentText(page: Document): string | null | undefined {
  return page.getElementById(PAGE_CONTENT_ID)?.textContent
}
