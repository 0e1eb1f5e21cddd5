import type { Locator } from '@playwright/test'

const NOWHERE = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN }

/** Returns the position of an element on the page, for `expect.poll`; NaN while it is not drawn. */
export async function boxOf(element: Locator) {
  return (await element.boundingBox()) ?? NOWHERE
}

export const heightOf = async (element: Locator) => (await boxOf(element)).height
export const topOf = async (element: Locator) => (await boxOf(element)).y
