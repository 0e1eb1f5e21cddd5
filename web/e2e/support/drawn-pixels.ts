import type { Locator } from '@playwright/test'

/** Returns how many pixels of the first page shown are dark: a blank picture has none. */
export async function drawnPixels(viewer: Locator): Promise<number> {
  const picture = viewer
    .getByRole('group', { name: /^Page \d+ sur/ })
    .locator('img')
    .first()
  if ((await picture.count()) === 0) return 0
  return picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    // A picture that has not loaded has no pixels to read.
    if (width === 0) return 0
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    canvas?.drawImage(image, 0, 0)
    const pixels = canvas?.getImageData(0, 0, width, height).data ?? []
    let drawn = 0
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] as number) < 200) drawn += 1
    return drawn
  })
}
