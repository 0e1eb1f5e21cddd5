import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { showTheme, type Theme } from './theme.ts'

/** Faults are collected, so that one run shows all of them; a page that is still being drawn gets some time. */
export const expectSoon = expect.configure({ soft: true, timeout: 10_000 })

type AxeWindow = { axe: { run: (part: Element[], options: RunOptions) => Promise<AxeResults> } }

/** Minified: the readable file costs a page twice the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe checks unless told otherwise: everything but the size of targets. */
export const DEFAULT_RULES: RunOptions = {}
/** Everything that axe knows, WCAG 2.2's size of targets included. */
export const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } }
/** What can differ between two themes. */
export const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

const THEMES: readonly { theme: Theme; rules: RunOptions }[] = [
  { theme: 'light', rules: ALL_RULES },
  { theme: 'dark', rules: COLOUR_RULES },
]

/**
 * Checks what holds for every page in every state: axe finds nothing in either theme, nothing is cut off at the side, and the
 * page has its language and one h1.
 * @param state what the page shows, for the message
 */
export async function checkAccessibility(page: Page, state: string): Promise<void> {
  await expectSoon(page.locator('html'), `${state}: language`).toHaveAttribute('lang', 'fr')
  await expectSoon(page.locator('h1'), `${state}: one h1`).toHaveCount(1)
  const cut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expectSoon.poll(cut, `${state}: pixels cut off at the side`).toBeLessThanOrEqual(0)
  for (const { theme, rules } of THEMES) {
    await showTheme(page, theme)
    await expectSoon.poll(() => faultsOf(page, rules), `${state}, ${theme}`).toEqual([])
  }
}

/**
 * What axe finds, each with its place and its reason.
 * @param part by default the whole page; an open dialog is looked at alone
 */
export async function faultsOf(
  page: Page,
  rules: RunOptions,
  part: Locator = page.locator(':root'),
): Promise<string[]> {
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  // To send axe into a page takes as long as to run it: where it is already, it runs again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; undefined`)
  const { violations } = await part.evaluateAll((elements, given) => {
    const dialog = document.querySelector('dialog:modal')
    const { axe } = window as unknown as AxeWindow
    return axe.run(dialog ? [dialog] : elements, given)
  }, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
