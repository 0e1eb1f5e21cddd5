import { type ChangeEvent, useRef, useState } from 'react'
import { MAX_RECEIPT_BYTES } from '#shared/entities/payment-request.ts'
import { dataAddress } from '#web/lib/blobs.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './payment-form.module.css'

export type ReceiptPicture = { file: Blob; address: string }

type ReceiptFieldProps = {
  picture: ReceiptPicture | null
  /** True when the request that is corrected has a picture, which stays unless another one is chosen. */
  hasReceipt: boolean
  /** @param picture null while another one is being read, or when it was removed */
  onChange: (picture: ReceiptPicture | null) => void
}

export function ReceiptField({ picture, hasReceipt, onChange }: ReceiptFieldProps) {
  const [state, setState] = useState<'idle' | 'shrinking' | 'unreadable'>('idle')
  /** Counts the chosen files, so that the picture of the last one is used. */
  const chosen = useRef(0)
  const input = useRef<HTMLInputElement>(null)

  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const number = ++chosen.current
    const file = files?.[0]
    onChange(null)
    if (!file) return setState('idle')
    setState('shrinking')
    try {
      const small = await shrinkPicture(file)
      const address = await dataAddress(small)
      if (number !== chosen.current) return
      setState('idle')
      onChange({ file: small, address })
    } catch {
      if (number === chosen.current) setState('unreadable')
    }
  }
  const remove = () => {
    chosen.current += 1
    if (input.current) {
      input.current.value = ''
      input.current.focus()
    }
    onChange(null)
  }

  return (
    <div>
      <Field
        label="Image du reçu (facultatif)"
        hint={
          hasReceipt
            ? 'Votre image est bien reçue. Choisissez-en une autre pour la remplacer.'
            : "Une photo ou une capture d'écran\u00a0: la vérification est plus rapide."
        }
        error={
          state === 'unreadable'
            ? "Cette image ne peut pas être lue ici. Affichez-la, faites-en une capture d'écran et choisissez celle-ci."
            : undefined
        }
      >
        {(props) => (
          <input
            {...props}
            ref={input}
            type="file"
            accept="image/*"
            onChange={(event) => void choose(event)}
          />
        )}
      </Field>
      <div role="status" className={styles.receipt}>
        {state === 'shrinking' && <p>Préparation de l'image...</p>}
        {picture && (
          <>
            <img src={picture.address} alt="Votre reçu" className={styles.picture} />
            <p>
              <span>{`${bytesText(picture.file.size)} à envoyer`}</span>
              <br />
              <Button variant="link" onClick={remove}>
                Retirer <span className="visually-hidden">l'image</span>
              </Button>
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** Pixels of the longer side: a receipt is legible, and a picture of a camera becomes a tenth of its weight. */
const LONGEST_SIDE = 1_600

/** Some browsers change colours by a little, which no eye sees. */
const FAINT_NOISE = 16
const SENT_AS_IT_IS = ['image/jpeg', 'image/png', 'image/webp']

/** A picture with many details is compressed again, more strongly. */
const QUALITIES = [0.8, 0.6, 0.4]

/** Returns the size of a picture that fits into a square, never larger than it is. */
function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns a picture as it is sent: upright, small, as a JPEG. It is drawn again, so that it no longer contains where
 * and with what it was taken. A browser that hides what it draws gives noise in place of it: the file itself is sent
 * there, from which the server removes the same.
 * @throws Error for a file that is no picture, or whose format this browser cannot read
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittingSize(bitmap.width, bitmap.height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  if (!showsDrawings(context)) {
    if (SENT_AS_IT_IS.includes(file.type) && file.size <= MAX_RECEIPT_BYTES) return file
    throw new Error('This browser hides what it draws')
  }
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

/** Returns false where a browser answers another colour than it has drawn, so that pages do not recognise a device. */
function showsDrawings(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#000'
  context.fillRect(0, 0, 4, 4)
  const [red = 255, green = 255, blue = 255] = context.getImageData(1, 1, 1, 1).data
  return Math.max(red, green, blue) < FAINT_NOISE
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
