import type { Page } from '@playwright/test'

export type Theme = 'light' | 'dark'

/** What is far below the window is laid out when it comes near, and has the colours of before until then. */
const LAID_OUT = '* { content-visibility: visible !important }'

/** Shows all of a page in a theme, as it is when nothing moves any more. */
export async function takesTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate((rule) => {
    if (document.adoptedStyleSheets.length > 0) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rule)
    document.adoptedStyleSheets = [sheet]
  }, LAID_OUT)
  // However short its transition is, a link has its old colour until the next picture.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}
