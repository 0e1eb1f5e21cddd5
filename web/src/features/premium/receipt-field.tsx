import { type ChangeEvent, useRef, useState } from 'react'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './payment-form.module.css'
import { dataAddress, shrinkPicture } from './receipt-picture.ts'

/** A picture of a receipt that is ready to be sent. */
export type ReceiptPicture = { file: Blob; address: string }

type State = 'idle' | 'shrinking' | 'unreadable'

type ReceiptFieldProps = {
  picture: ReceiptPicture | null
  /** True when the request that is corrected has a picture, which stays unless another one is chosen. */
  hasReceipt: boolean
  /** @param picture null while another one is being read, or when it was removed */
  onChange: (picture: ReceiptPicture | null) => void
}

/** A picture of the receipt from the camera or the gallery, which is made small before it is sent. */
export function ReceiptField({ picture, hasReceipt, onChange }: ReceiptFieldProps) {
  const [state, setState] = useState<State>('idle')
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
            : "Une photo ou une capture d'écran : la vérification est plus rapide."
        }
        error={
          state === 'unreadable'
            ? "Cette image ne peut pas être lue. Choisissez une photo ou une capture d'écran."
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
              {bytesText(picture.file.size)} à envoyer
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
