import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { showTheme, type Theme } from './theme.ts'

/** Collects faults, so that one run shows all of them; a page that is still being drawn gets some time. */
export const expectSoon = expect.configure({ soft: true, timeout: 10_000 })

type AxeWindow = { axe: { run: (part: Element[], options: RunOptions) => Promise<AxeResults> } }

/** The minified file, because the readable one takes a page twice the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The default rules of axe: everything except the size of targets. */
export const DEFAULT_RULES: RunOptions = {}
/** All rules of axe, including the size of targets (WCAG 2.2). */
export const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } }
/** The rules whose result can differ between two themes. */
export const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

const THEMES: readonly { theme: Theme; rules: RunOptions }[] = [
  { theme: 'light', rules: ALL_RULES },
  { theme: 'dark', rules: COLOUR_RULES },
]

/**
 * Checks the rules for every page in every state: axe finds nothing in either theme, nothing is cut off at the side,
 * and the page has its language and one h1.
 * @param state a name of the state, for the message
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
 * Returns the faults that axe finds, each with its place and its reason.
 * @param part by default the whole page; an open dialog is checked alone
 */
export async function faultsOf(
  page: Page,
  rules: RunOptions,
  part: Locator = page.locator(':root'),
): Promise<string[]> {
  const options: RunOptions = { ...rules, resultTypes: ['violations'] }
  // Injecting axe takes as long as running it, so that a page which has it already is not given it again.
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
