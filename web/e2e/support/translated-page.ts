import type { Page } from '@playwright/test'

/**
 * Translates a page as browsers do: each text, also a later one, gives way to another one in two elements, and the page
 * keeps texts that it does not see any more. Words stay as they are, so that the story finds them.
 */
export async function translates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeft = ({ parentElement }: Node) =>
      !parentElement ||
      parentElement.closest('[translate=no], font, script, style, textarea, option, svg') !== null
    const translate = (text: Node) => {
      if (isLeft(text) || !text.textContent?.trim()) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.textContent)
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    const translateIn = (part: Node) => {
      if (part instanceof Text) return translate(part)
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (texts.nextNode()) found.push(texts.currentNode)
      for (const text of found) translate(text)
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) translate(target)
        for (const added of addedNodes) if (added.isConnected) translateIn(added)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
