import { join } from 'node:path'
import { expect, type Locator, type Page, test, type ViewportSize } from '@playwright/test'
import { ALL_RULES, COLOUR_RULES, DEFAULT_RULES, faultsOf } from './page-faults.ts'

/** Collects faults, so that one run shows all of them; a page that is still being drawn gets some time. */
export const expectSoon = expect.configure({ soft: true, timeout: 10_000 })

type Theme = 'light' | 'dark'

/** The narrowest window that must work, which is also 1280 px at a zoom of 400 percent. */
const NARROWEST = { width: 320, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

/** The theme of each page, as set below; the browser's own is light. */
const themes = new WeakMap<Page, Theme>()
const themeOf = (page: Page) => themes.get(page) ?? 'light'

type Pass = { theme: Theme; rules: typeof ALL_RULES | null; part?: Locator | undefined }

type LookOptions = {
  /** Scrolled into view for the picture. */
  at?: Locator
  /** True to check every width in every theme, as for a page; axe checks its states once, in the narrowest window. */
  isPage?: boolean
  /** The part that axe checks, where the rest was checked before. */
  part?: Locator
  /**
   * True for parts that exist in narrow windows only, such as the menu of a phone, and for states of a page that was
   * checked.
   */
  narrowOnly?: boolean
}

/**
 * Checks a page as it is shown, without loading it again: axe finds nothing, nothing is cut off, targets are large
 * enough for a thumb, tables are cards on a phone, nothing moves with reduced motion. States alternate between the
 * themes. With SCREENS=1 pictures are kept in test-results/screens/<name>-<theme>-<width>.png: of a page in both themes
 * and widths, of a state in one of each.
 * @param name page and state, such as 'subjects-loading'
 */
export async function checkAppearance(
  page: Page,
  name: string,
  { at, isPage = false, part, narrowOnly = false }: LookOptions = {},
): Promise<void> {
  const size = page.viewportSize() ?? DESKTOP
  const shown = themeOf(page)
  const other = shown === 'light' ? 'dark' : 'light'
  if (!narrowOnly) {
    await turnsTo(page, DESKTOP)
    await checkPass(page, name, { theme: shown, rules: isPage ? ALL_RULES : null }, at)
    if (isPage) await checkPass(page, name, { theme: other, rules: COLOUR_RULES }, at)
  }
  await turnsTo(page, NARROWEST)
  await checkPass(page, name, { theme: other, rules: DEFAULT_RULES, part }, at)
  if (isPage) await checkPass(page, name, { theme: shown, rules: COLOUR_RULES }, at)
  await turnsTo(page, size)
}

/** Checks a state in both themes at its present width, as in a story. */
export async function checkAccessibility(page: Page, name: string): Promise<void> {
  await checkPass(page, name, { theme: 'light', rules: ALL_RULES })
  await checkPass(page, name, { theme: 'dark', rules: COLOUR_RULES })
}

/** Checks what needs no axe: nothing is cut off, covered or moving. */
export async function checkLayout(page: Page, name: string): Promise<void> {
  await checkPass(page, name, { theme: themeOf(page), rules: null })
}

async function checkPass(
  page: Page,
  name: string,
  { theme, rules, part = page.locator(':root') }: Pass,
  at?: Locator,
): Promise<void> {
  await showTheme(page, theme)
  const width = page.viewportSize()?.width
  const isNarrow = width === NARROWEST.width
  await expectSoon
    .poll(() => faultsOf(part, { rules, isNarrow }), `${name} at ${width} px, ${theme}`)
    .toEqual([])
  if (process.env.SCREENS) await takePicture(page, `${name}-${theme}-${width}`, at)
}

async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  if (themeOf(page) === colorScheme) return
  // A transition of every element, however short, takes five times as long as the change itself.
  await page.evaluate(() => {
    const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.emulateMedia({ colorScheme })
  themes.set(page, colorScheme)
}

async function turnsTo(page: Page, size: ViewportSize): Promise<void> {
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
}

async function takePicture(page: Page, file: string, at?: Locator): Promise<void> {
  // A document's page is drawn again, in another element, when the width changes.
  if (at) await expect(() => at.scrollIntoViewIfNeeded()).toPass()
  const path = join(test.info().project.outputDir, 'screens', `${file}.png`)
  await page.screenshot({ path, caret: 'hide' })
}
