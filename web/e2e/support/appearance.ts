import { join } from 'node:path'
import { expect, type Locator, type Page, test, type ViewportSize } from '@playwright/test'
import { ALL_RULES, COLOUR_RULES, DEFAULT_RULES, expectSoon, faultsOf } from './axe.ts'
import { coveredFloats, cutTexts, movingThings, smallTargets, wideTables } from './page-faults.ts'
import { showTheme, type Theme, themeOf } from './theme.ts'

/** The narrowest window that must work, which is also 1280 px at a zoom of 400 percent. */
const NARROWEST = { width: 320, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

type Pass = { theme: Theme; rules: typeof ALL_RULES; part?: Locator | undefined }

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
  await expectSoon(page.locator('html'), `${name}: language`).toHaveAttribute('lang', 'fr')
  await expectSoon(page.locator('h1'), `${name}: one h1`).toHaveCount(1)
  const size = page.viewportSize() ?? DESKTOP
  const shown = themeOf(page)
  const other = shown === 'light' ? 'dark' : 'light'
  if (!narrowOnly) {
    await turnsTo(page, DESKTOP, at)
    const passes: Pass[] = [
      { theme: shown, rules: ALL_RULES },
      { theme: other, rules: COLOUR_RULES },
    ]
    if (!isPage) await expectNoFaults(page, name, shown)
    else for (const pass of passes) await checkPass(page, name, pass)
  }
  await turnsTo(page, NARROWEST, at)
  await checkPass(page, name, { theme: other, rules: DEFAULT_RULES, part })
  if (isPage) await checkPass(page, name, { theme: shown, rules: COLOUR_RULES })
  await expectSoon.poll(() => smallTargets(page), `${name}: smaller than a thumb`).toEqual([])
  await expectSoon.poll(() => wideTables(page), `${name}: no cards on a phone`).toEqual([])
  await turnsTo(page, size)
}

async function checkPass(page: Page, name: string, { theme, rules, part }: Pass): Promise<void> {
  await showTheme(page, theme)
  await expectNoFaults(page, name, theme)
  // A target that is half under the fixed header would count as too small.
  const scrolled = await scrollTo(page, 0)
  await expectSoon.poll(() => faultsOf(page, rules, part), placeOf(page, name, theme)).toEqual([])
  await scrollTo(page, scrolled)
}

async function expectNoFaults(page: Page, name: string, theme: Theme): Promise<void> {
  const place = placeOf(page, name, theme)
  await expectSoon.poll(() => cutTexts(page), `${place}: cut off`).toEqual([])
  await expectSoon.poll(() => coveredFloats(page), `${place}: covers another`).toEqual([])
  await expectSoon.poll(() => movingThings(page), `${place}: moves`).toEqual([])
  await takePicture(page, name, theme)
}

function placeOf(page: Page, name: string, theme: Theme): string {
  return `${name} at ${page.viewportSize()?.width} px, ${theme}`
}

/** @returns the pixels by which the page was scrolled before */
function scrollTo(page: Page, top: number): Promise<number> {
  return page.evaluate((to) => {
    const from = window.scrollY
    window.scrollTo({ top: to, behavior: 'instant' })
    return from
  }, top)
}

async function takePicture(page: Page, name: string, theme: Theme): Promise<void> {
  if (!process.env.SCREENS) return
  const width = page.viewportSize()?.width
  const path = join(test.info().project.outputDir, 'screens', `${name}-${theme}-${width}.png`)
  await page.screenshot({ path, caret: 'hide' })
}

/** Changes the width, and scrolls the subject of the picture into view. */
async function turnsTo(page: Page, size: ViewportSize, at?: Locator): Promise<void> {
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
  // A document's page is drawn again, in another element, when the width changes.
  if (at) await expect(() => at.scrollIntoViewIfNeeded()).toPass()
}
