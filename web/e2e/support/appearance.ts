import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { ALL_RULES, COLOUR_RULES, DEFAULT_RULES, faultsOf } from './axe.ts'
import { coveredFloats, cutTexts, movingThings, smallTargets, wideTables } from './page-faults.ts'
import { showTheme, type Theme, themeOf } from './theme.ts'

/** The narrowest window that must work, which is also 1280 px at a zoom of 400 percent. */
const NARROWEST = { width: 320, height: 740 }
/** A cheap phone, and a desktop. */
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

type Pass = { theme: Theme; rules: typeof ALL_RULES }
/** What is checked at each width. */
type Checks = { desktop: readonly Pass[]; narrowest: readonly Pass[]; phone: readonly Theme[] }

/** Each width and each theme once, beginning with the theme that is shown. Narrow targets have a stricter check. */
function stateChecks(shown: Theme): Checks {
  const other = otherThan(shown)
  return {
    desktop: [{ theme: shown, rules: ALL_RULES }],
    narrowest: [{ theme: other, rules: DEFAULT_RULES }],
    phone: [other],
  }
}

/** Each width in both themes. */
function pageChecks(shown: Theme): Checks {
  const other = otherThan(shown)
  const { desktop, narrowest } = stateChecks(shown)
  return {
    desktop: [...desktop, { theme: other, rules: COLOUR_RULES }],
    narrowest: [...narrowest, { theme: shown, rules: COLOUR_RULES }],
    phone: [shown, other],
  }
}

const otherThan = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light')

type LookOptions = {
  /** What is scrolled into view for the picture. */
  at?: Locator
  /** Checks every width in every theme, as a page deserves; its states are checked once at each width. */
  isPage?: boolean
  /** An open menu lies over other targets, which need no free space then; their own size is checked all the same. */
  isMenuOpen?: boolean
  /** What exists in narrow windows only, such as the menu of a phone, is not checked on a desktop. */
  narrowOnly?: boolean
}

/**
 * Checks what a page shows, without loading it again: axe finds nothing, nothing is cut off, targets are large enough for
 * a thumb, tables are cards on a phone, nothing moves with reduced motion. Faults are collected, so that one run shows
 * all of them. With SCREENS=1 pictures are kept in test-results/screens/<name>-<theme>-<width>.png: of a page in both
 * themes and widths, of a state in one of each.
 * @param name page and state, such as 'subjects-loading'
 */
export async function checkAppearance(
  page: Page,
  name: string,
  { at, isPage = false, isMenuOpen = false, narrowOnly = false }: LookOptions = {},
): Promise<void> {
  await expect.soft(page.locator('html'), `${name}: language`).toHaveAttribute('lang', 'fr')
  expect.soft(await page.locator('h1').count(), `${name}: one h1`).toBe(1)
  const { desktop, narrowest, phone } = (isPage ? pageChecks : stateChecks)(themeOf(page))
  const check = (pass: Pass) => passesBy(page, name, isMenuOpen ? { ...pass, rules: DEFAULT_RULES } : pass)
  if (!narrowOnly) {
    await turnsTo(page, DESKTOP, at)
    for (const pass of desktop) {
      await check(pass)
      await takePicture(page, name, pass.theme)
    }
  }
  await page.setViewportSize(NARROWEST)
  for (const pass of narrowest) await check(pass)
  expect.soft(await smallTargets(page), `${name}: smaller than a thumb`).toEqual([])
  expect.soft(await wideTables(page), `${name}: no cards on a phone`).toEqual([])
  if (process.env.SCREENS) {
    await turnsTo(page, PHONE, at)
    for (const theme of phone) {
      await showTheme(page, theme)
      await takePicture(page, name, theme)
    }
  }
  if (!narrowOnly) await page.setViewportSize(DESKTOP)
}

async function passesBy(page: Page, name: string, { theme, rules }: Pass): Promise<void> {
  await showTheme(page, theme)
  const place = `${name} at ${page.viewportSize()?.width} px, ${theme}`
  expect.soft(await cutTexts(page), `${place}: cut off`).toEqual([])
  expect.soft(await coveredFloats(page), `${place}: covers another`).toEqual([])
  expect.soft(await movingThings(page), `${place}: moves`).toEqual([])
  // Half under the header that stays in sight, a target would count as too small.
  const scrolled = await scrollTo(page, 0)
  expect.soft(await faultsOf(page, rules), place).toEqual([])
  await scrollTo(page, scrolled)
}

/** @returns how far the page was scrolled before */
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

/** To another width, with what the picture is about in sight. */
async function turnsTo(page: Page, size: typeof PHONE, at: Locator | undefined): Promise<void> {
  await page.setViewportSize(size)
  // A document's page is drawn anew, in another element, when the width changes.
  await expect(async () => at?.scrollIntoViewIfNeeded()).toPass()
}
