import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import styles from './copy-button.module.css'

type Copied = 'no' | 'yes' | 'failed'

/** Puts a text on the clipboard and says so. `what` is its name: 'numéro de compte'. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState<Copied>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      // Without a permission, or on an old browser: the number stands beside the button.
      setCopied('failed')
    }
  }
  const Icon = copied === 'yes' ? Check : Copy
  return (
    <div className={styles.copy}>
      <Button variant="secondary" onClick={() => void copy()}>
        <Icon size={18} aria-hidden="true" />
        Copier <span className="visually-hidden">le {what}</span>
      </Button>
      <span role="status" className={styles.said}>
        {copied === 'yes' && `Le ${what} est copié.`}
        {copied === 'failed' && 'Copie impossible : sélectionnez le texte.'}
      </span>
    </div>
  )
}
