import type { Page } from '@playwright/test'

/** The smallest side of a touch target, CSS pixels. */
const TARGET = 44
/** Fractions of pixels do not count. */
const TOLERANCE = 0.5

/** Tables that are narrow enough for a phone, and are read by their pattern. */
const PATTERN_TABLES = ['Sujets manquants par année, filière et session']

const INTERACTIVE =
  'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [role=option]'

/**
 * Returns touch targets that are too small, with their size. Links in the middle of a sentence may be small (WCAG
 * 2.5.8).
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ selector, target, tolerance }) => {
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
      for (const element of document.querySelectorAll(selector)) {
        if (!isShown(element) || isClipped(element) || isInSentence(element)) continue
        const { width, height, bottom } = areaOf(element)
        // The skip link stands above the window until it has the focus.
        if (bottom + window.scrollY <= 0) continue
        if (Math.min(width, height) >= target - tolerance) continue
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
        small.push(`${element.tagName.toLowerCase()} '${name}' ${width.toFixed(0)} x ${height.toFixed(0)}`)
      }
      return small
    },
    { selector: INTERACTIVE, target: TARGET, tolerance: TOLERANCE },
  )
}

/** Returns texts that cannot be read to their end: out of the window, or clipped by their container. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1.5
    const cut: string[] = []
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wide > 0) cut.push(`the page is ${wide} px too wide`)
    const modal = document.querySelector('dialog:modal')
    const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
    /**
     * Returns the sides between which it can be seen or scrolled to; null where an ellipsis shows that its end is cut.
     */
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
  })
}

/** Returns tables that stayed tables in a narrow window, by caption. */
export function wideTables(page: Page): Promise<string[]> {
  return page.evaluate(
    (allowed) =>
      [...document.querySelectorAll('table')]
        .filter((table) => table.checkVisibility())
        .filter(
          (table) => getComputedStyle(table.rows[table.rows.length - 1] as Element).display === 'table-row',
        )
        .map((table) => table.caption?.textContent ?? 'a table without caption')
        .filter((caption) => !allowed.includes(caption)),
    PATTERN_TABLES,
  )
}

/** Returns fixed elements that cover each other, by their first words. A dialog covers everything on purpose. */
export function coveredFloats(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
  })
}

/** Returns the elements that move for longer than a frame. */
export function movingThings(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 20)
      .map((animation) => (animation as CSSAnimation).animationName ?? animation.id),
  )
}
