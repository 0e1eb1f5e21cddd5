import type { Locator } from '@playwright/test'

/** Where an element stands on the page. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}
