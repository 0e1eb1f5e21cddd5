import type { Locator } from '@playwright/test'

/** Returns how many pixels of the first page shown are not white: a blank canvas has none. */
export async function drawnPixels(viewer: Locator): Promise<number> {
  const canvas = viewer.locator('canvas').first()
  if ((await canvas.count()) === 0) return 0
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element
    // A canvas without a width has no pixels to read.
    if (width === 0) return 0
    const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    let drawn = 0
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at + 3] === 255 && (pixels[at] as number) < 200) drawn += 1
    return drawn
  })
}
