import type { Locator } from '@playwright/test'

export const phone = {
  device: 'on a phone',
  options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
} as const
export const desktop = {
  device: 'on a desktop',
  options: { viewport: { width: 1280, height: 800 } },
} as const

/** Students use these two kinds of devices; a test that lists them runs on both. */
export const DEVICES = [phone, desktop] as const

/** Returns the height of an element on the page, for `expect.poll`; NaN while it is not drawn. */
export const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? Number.NaN
