import type { Page } from '@playwright/test'

export type Theme = 'light' | 'dark'

/** What is far below the window is laid out when it comes near, and keeps its earlier colours until then. */
const LAID_OUT = '* { content-visibility: visible !important }'

/** Set below; the browser's own is light. */
const themes = new WeakMap<Page, Theme>()

/** The theme that a page shows. */
export function themeOf(page: Page): Theme {
  return themes.get(page) ?? 'light'
}

/** Shows all of a page in a theme, once its transitions are over. Does nothing where the page has the theme. */
export async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  if (themes.get(page) !== colorScheme) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    themes.set(page, colorScheme)
  }
  // Since the page was loaded again, or since its theme changed: a link keeps its earlier colour for a frame, and what
  // inherits a colour changes after it.
  await page.evaluate(async (rule) => {
    if (document.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rule)
      document.adoptedStyleSheets = [sheet]
    }
    const hasEnd = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    const running = () => document.getAnimations().filter(hasEnd)
    for (let open = running(); open.length > 0; open = running()) {
      for (const animation of open) animation.finish()
      await new Promise(requestAnimationFrame)
    }
  }, LAID_OUT)
}
