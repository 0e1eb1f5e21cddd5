import { join } from 'node:path'
import { expect, type Locator, type Page, test, type ViewportSize } from '@playwright/test'
import { isLongRun } from '#shared/test-support/runs.ts'
import { faultsOf, type Rules } from './page-faults.ts'

/** Collects faults, so that one run shows all of them; a page that is still being drawn gets some time. */
const expectSoon = expect.configure({ soft: true, timeout: 10_000 })

type Theme = 'light' | 'dark'

/** The narrowest window that must work, which is also 1280 px at a zoom of 400 percent. */
export const NARROWEST = { width: 320, height: 740 }
const DESKTOP = { width: 1280, height: 800 }
/** The same window with everything twice as large. */
const ENLARGED = { width: 640, height: 400 }

/** The theme of each page, as set below; the browser's own is light. */
const themes = new WeakMap<Page, Theme>()

type LookOptions = {
  at?: Locator
  /** True to check every width in both themes, as for a page; axe checks its states in the narrowest window. */
  isPage?: boolean
}

/**
 * Checks a page as it is shown, without loading it again: axe finds nothing, nothing is cut off, targets are large
 * enough for a thumb, tables are cards on a phone, nothing moves with reduced motion. Looks alternate between the
 * themes; `npm test` checks the narrowest window alone. With SCREENS=1 pictures are kept in
 * test-results/screens/<name>-<theme>-<width>.png.
 * @param name page and state, such as 'subjects-loading'
 */
export async function checkAppearance(
  page: Page,
  name: string,
  { at, isPage = false }: LookOptions = {},
): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP
  const [shown, other] =
    themes.get(page) === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const look = async (window: ViewportSize, theme: Theme, rules: Rules) => {
    if (page.viewportSize()?.width !== window.width) await page.setViewportSize(window)
    await checkPass(page, `${name} at ${window.width} px`, theme, rules)
    if (process.env.SCREENS) await takePicture(page, `${name}-${theme}-${window.width}`, at)
  }
  if (isLongRun) await look(DESKTOP, shown, isPage ? 'all' : 'none')
  if (isLongRun && isPage) {
    await look(DESKTOP, other, 'colours')
    await look(ENLARGED, other, 'none')
    await look(NARROWEST, shown, 'colours')
  }
  await look(NARROWEST, other, 'all')
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
}

/** Checks a state in both themes at its present width, as in a story. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  await checkPass(page, name, 'light', 'all')
  await checkPass(page, name, 'dark', 'colours')
}

async function checkPass(page: Page, name: string, theme: Theme, rules: Rules): Promise<void> {
  await showTheme(page, theme)
  const isNarrow = page.viewportSize()?.width === NARROWEST.width
  await expectSoon.poll(() => faultsOf(page, { rules, isNarrow }), `${name}, ${theme}`).toEqual([])
}

async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  if ((themes.get(page) ?? 'light') === colorScheme) return
  // A transition of every element, however short, takes five times as long as the change itself.
  await page.evaluate(() => {
    const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.emulateMedia({ colorScheme })
  themes.set(page, colorScheme)
}

async function takePicture(page: Page, file: string, at?: Locator): Promise<void> {
  // A document's page is drawn again, in another element, when the width changes.
  if (at) await expect(() => at.scrollIntoViewIfNeeded()).toPass()
  const path = join(test.info().project.outputDir, 'screens', `${file}.png`)
  await page.screenshot({ path, caret: 'hide' })
}
