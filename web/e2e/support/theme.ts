import type { Page } from '@playwright/test'

export type Theme = 'light' | 'dark'

/** Content far below the window is laid out when it comes near, and keeps its earlier colours until then. */
const LAID_OUT = '* { content-visibility: visible !important }'
/** A transition of every element, however short, takes five times as long as the change itself. */
const STILL = '*, ::before, ::after { transition: none !important }'

/** The theme of each page, as set below; the browser's own is light. */
const themes = new WeakMap<Page, Theme>()

export function themeOf(page: Page): Theme {
  return themes.get(page) ?? 'light'
}

/** Shows all of a page in a theme, without transitions. */
export async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await addStyles(page, LAID_OUT + STILL)
  if (themes.get(page) !== colorScheme) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    themes.set(page, colorScheme)
  }
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await addStyles(page, LAID_OUT)
}

/** Adds styles to those of the page, and replaces those that were added before. */
function addStyles(page: Page, text: string): Promise<void> {
  return page.evaluate((styles) => {
    const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [sheet]
  }, text)
}
