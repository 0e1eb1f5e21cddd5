import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

/**
 * The rules that axe checks. `all`: with the size of targets (WCAG 2.2). `colours`: those whose result can differ between
 * two themes. `none`: the other checks alone.
 */
const RULES = {
  all: { rules: { 'target-size': { enabled: true } } },
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
  none: null,
} satisfies Record<string, RunOptions | null>

export type Rules = keyof typeof RULES

/** `isNarrow`: in the narrowest window, where targets have the size of a thumb and tables are cards. */
type Look = { rules: RunOptions | null; isNarrow: boolean }

type CheckedWindow = {
  axe: { run: (part: Element, options: RunOptions) => Promise<AxeResults> }
  inspect?: typeof inspect
}

/** The minified file, because the readable one takes a page twice the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Gives a page axe and the functions below, which call nothing else and read nothing from this file. */
const SCRIPT = `${AXE}; window.inspect = (() => {
  ${[cutTexts, coveredFloats, movingThings, smallTargets, wideTables].map(String).join('\n')}
  return ${inspect.toString()}
})(); undefined`

/**
 * Returns what is wrong with a page as it is shown, each fault with its place: in its frame, its texts, its targets and
 * tables; and what axe finds, once all of that is right. An open dialog is checked alone.
 */
export async function faultsOf(
  page: Page,
  { rules, isNarrow }: { rules: Rules; isNarrow: boolean },
): Promise<string[]> {
  const look: Look = { rules: RULES[rules], isNarrow }
  const check = () =>
    page.evaluate((given) => (window as unknown as CheckedWindow).inspect?.(given) ?? null, look)
  const faults = await check()
  if (faults) return faults
  // To give a page the script again takes as long as the check.
  await page.evaluate(SCRIPT)
  return (await check()) ?? ['The page was left during its check']
}

/** Runs in the page, as everything that follows. */
async function inspect({ rules, isNarrow }: Look): Promise<string[]> {
  // Until the colours of a new theme are drawn, its page has no transitions (showTheme in appearance.ts).
  await new Promise(requestAnimationFrame)
  // Content far below the window is laid out when it comes near, and keeps its earlier colours until then.
  const [sheet = new CSSStyleSheet()] = document.adoptedStyleSheets
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]

  const { lang, scrollWidth, clientWidth } = document.documentElement
  const titles = document.querySelectorAll('h1').length
  const faults = [
    ...(lang === 'fr' ? [] : [`the language is '${lang}'`]),
    ...(titles === 1 ? [] : [`${titles} headings of level 1`]),
    ...(scrollWidth <= clientWidth ? [] : [`the page is ${scrollWidth - clientWidth} px too wide`]),
    ...cutTexts().map((text) => `cut off: ${text}`),
    ...coveredFloats().map((texts) => `covers another: ${texts}`),
    ...movingThings().map((name) => `moves: ${name}`),
    ...(isNarrow ? smallTargets() : []).map((target) => `smaller than a thumb: ${target}`),
    ...(isNarrow ? wideTables() : []).map((table) => `no cards on a phone: ${table}`),
  ]
  if (faults.length > 0 || !rules) return faults

  // A target that is half under the fixed header would count as too small.
  const { scrollY } = window
  window.scrollTo({ top: 0, behavior: 'instant' })
  const part = document.querySelector('dialog:modal') ?? document.documentElement
  const { axe } = window as unknown as CheckedWindow
  const { violations } = await axe.run(part, rules)
  window.scrollTo({ top: scrollY, behavior: 'instant' })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Returns texts that cannot be read to their end: out of the window, or clipped by their container. */
function cutTexts(): string[] {
  const slack = 1.5
  const cut: string[] = []
  const modal = document.querySelector('dialog:modal')
  const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
  /** Null where an ellipsis shows that the end is cut. */
  const sidesOf = (element: Element): { left: number; right: number } | null => {
    let sides = { left: 0, right: document.documentElement.clientWidth }
    for (let around: Element | null = element; around; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.clipPath === 'inset(50%)' || style.textOverflow === 'ellipsis') return null
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null
      const { left, right } = around.getBoundingClientRect()
      if (style.overflowX === 'hidden' || style.overflowX === 'clip')
        sides = { left: Math.max(sides.left, left), right: Math.min(sides.right, right) }
    }
    return sides
  }
  while (texts.nextNode()) {
    const text = texts.currentNode
    const parent = text.parentElement
    if (!parent || text.textContent?.trim() === '' || parent.closest('svg, script, noscript, option'))
      continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    const sides = sidesOf(parent)
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, bottom } = range.getBoundingClientRect()
    if (!sides || bottom + window.scrollY <= 0) continue
    if (left < sides.left - slack || right > sides.right + slack)
      cut.push(`'${text.textContent?.trim().slice(0, 40)}' from ${left.toFixed(0)} to ${right.toFixed(0)}`)
  }
  return cut
}

/** Returns fixed elements that cover each other, by their first words. A dialog covers everything on purpose. */
function coveredFloats(): string[] {
  if (document.querySelector('dialog:modal')) return []
  const floating = [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && getComputedStyle(element).position === 'fixed')
    .flatMap((element) => [...element.children])
    .filter(({ textContent }) => textContent.trim() !== '')
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    // Excludes the skip link, which is above the window until it has the focus.
    .filter(({ box }) => box.bottom > 0)
  return floating.flatMap(({ element, box }, index) =>
    floating
      .slice(index + 1)
      .filter(
        ({ element: other, box: { left, right, top, bottom } }) =>
          !element.contains(other) &&
          !other.contains(element) &&
          box.left < right &&
          left < box.right &&
          box.top < bottom &&
          top < box.bottom,
      )
      .map(({ element: other }) =>
        [element, other].map(({ textContent }) => `'${textContent.trim().slice(0, 40)}'`).join(' and '),
      ),
  )
}

/** Returns the elements that move for longer than a frame. */
function movingThings(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 20)
    .map((animation) => (animation as CSSAnimation).animationName ?? animation.id)
}

/** Less than 44 CSS pixels. Links in the middle of a sentence may be small (WCAG 2.5.8). */
function smallTargets(): string[] {
  // Fractions of pixels do not count.
  const smallest = 43.5
  const interactive =
    'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [role=option]'
  const modal = document.querySelector('dialog:modal')
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    (!modal || modal.contains(element))
  /** True for elements that are hidden until they have the focus, or are for screen readers only. */
  const isClipped = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)'
  const isInSentence = (element: Element) => {
    const words = (node: Node | null) => (node?.textContent ?? '').trim().length
    return getComputedStyle(element).display === 'inline' && words(element.parentElement) > words(element)
  }
  /** A link may extend over its card, a field over its label. */
  const areaOf = (element: Element) => {
    const spread = getComputedStyle(element, '::after')
    const label = element.closest('label')
    if (spread.content !== 'none' && spread.position === 'absolute' && spread.inset === '0px') {
      let card = element.parentElement
      while (card && getComputedStyle(card).position === 'static') card = card.parentElement
      return (card ?? element).getBoundingClientRect()
    }
    return (label ?? element).getBoundingClientRect()
  }
  const small: string[] = []
  for (const element of document.querySelectorAll(interactive)) {
    if (!isShown(element) || isClipped(element) || isInSentence(element)) continue
    const { width, height, bottom } = areaOf(element)
    // The skip link stands above the window until it has the focus.
    if (bottom + window.scrollY <= 0 || Math.min(width, height) >= smallest) continue
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
    small.push(`${element.tagName.toLowerCase()} '${name}' ${width.toFixed(0)} x ${height.toFixed(0)}`)
  }
  return small
}

/** Returns tables that stayed tables in a narrow window, by caption; those of the owner's guide are small, and have none. */
function wideTables(): string[] {
  // This table is narrow enough for a phone, and is read by its pattern.
  const allowed = 'Sujets manquants par année, filière et session'
  // Tables of owners scroll by themselves: their first column names their rows.
  return [...document.querySelectorAll<HTMLTableElement>('table:not([data-table] *)')]
    .filter((table) => table.checkVisibility())
    .filter((table) => getComputedStyle(table.rows[table.rows.length - 1] as Element).display === 'table-row')
    .flatMap((table) => table.caption?.textContent ?? [])
    .filter((caption) => caption !== allowed)
}
