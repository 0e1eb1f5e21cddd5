import type { Page } from '@playwright/test'

/** Texts about place and owner in a camera's picture, which must not be found later. */
export const CAMERA_SECRETS = ['GPS 33.5731 N 7.5898 W', 'Telephone de Amina', 'Exif']

const SEGMENT = 65_533

/**
 * Returns a picture as the camera of a phone makes it: 4,000 x 3,000 pixels, held upright (so that its longer side is
 * shown as its height), with place and owner in its metadata, padded to 12 MB.
 */
export async function cameraPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const tile = new OffscreenCanvas(500, 500)
    const pixels = new ImageData(500, 500)
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    tile.getContext('2d')?.putImageData(pixels, 0, 0)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 4_000, height: 3_000 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = context.createPattern(tile, 'repeat') ?? ''
    context.fillRect(0, 0, 4_000, 3_000)
    return canvas.toDataURL('image/jpeg', 0.7)
  })
  const jpeg = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  const head = Buffer.concat([jpeg.subarray(0, 2), exif(), comment(CAMERA_SECRETS.join(' '))])
  const missing = 12_000_000 - jpeg.length
  const padding = Array.from({ length: Math.max(0, Math.ceil(missing / SEGMENT)) }, () =>
    comment(CAMERA_SECRETS[0]?.repeat(3_000).slice(0, SEGMENT) ?? ''),
  )
  return Buffer.concat([head, ...padding, jpeg.subarray(2)])
}

function segment(marker: number, content: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([start, content])
}

const comment = (text: string) => segment(0xfe, Buffer.from(text))

/** Turned by 90 degrees, taken at 33° 34′ N. */
function exif(): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4 + 2 + 2 * 12 + 4 + 24)
  const gps = 8 + 2 + 2 * 12 + 4
  const degrees = gps + 2 + 2 * 12 + 4
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(2, 8)
  entry(tiff, 10, { tag: 0x01_12, type: 3, count: 1, value: 6 })
  entry(tiff, 22, { tag: 0x88_25, type: 4, count: 1, value: gps })
  tiff.writeUInt16LE(2, gps)
  entry(tiff, gps + 2, { tag: 1, type: 2, count: 2, value: 'N'.charCodeAt(0) })
  entry(tiff, gps + 14, { tag: 2, type: 5, count: 3, value: degrees })
  for (const [at, number] of [33, 1, 34, 1, 23, 1].entries()) tiff.writeUInt32LE(number, degrees + at * 4)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

type Entry = { tag: number; type: number; count: number; value: number }

function entry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16LE(tag, at)
  tiff.writeUInt16LE(type, at + 2)
  tiff.writeUInt32LE(count, at + 4)
  tiff.writeUInt32LE(value, at + 8)
}
