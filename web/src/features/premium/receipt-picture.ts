import { MAX_RECEIPT_BYTES } from '#shared/entities/payment-request.ts'

/** Pixels of the longer side: a receipt is legible, and a picture of a camera becomes a tenth of its weight. */
const LONGEST_SIDE = 1_600

/** A picture with many details is compressed again, more strongly. */
const QUALITIES = [0.8, 0.6, 0.4]

/** Returns the size of a picture that fits into a square, never larger than it is. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns a picture as it is sent: upright, small, as a JPEG. It is drawn again, so that it no longer contains where
 * and with what it was taken.
 * @throws Error for a file that is no picture, or whose format this browser cannot read
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittingSize(bitmap.width, bitmap.height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.imageSmoothingQuality = 'high'
  // A screenshot may be transparent, which a JPEG would show in black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of QUALITIES) {
    // oxlint-disable-next-line no-await-in-loop -- the next one only where this one is too large
    const picture = await jpegOf(canvas, quality)
    if (picture && picture.size <= MAX_RECEIPT_BYTES) return picture
  }
  throw new Error('This picture stays too large')
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** Returns the picture as an address that the page may show: the site's policy allows `data:`, but no `blob:`. */
export function dataAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(picture)
  })
}
