import type { ReactNode } from 'react'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Row } from '#web/ui/stack.tsx'
import styles from './viewer-dialog.module.css'

type FailureBoxProps = {
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** Why a document is not there, and what can be done about it. */
export function FailureBox({ error, onRetry, onClose }: FailureBoxProps) {
  return (
    <MessageBox text={documentFailureText(error)}>
      <Button variant="secondary" onClick={onRetry}>
        Réessayer
      </Button>
      {refusalCodeOf(error) === 'PREMIUM_REQUIRED' && (
        <ButtonLink to="/premium" variant="premium" onClick={onClose}>
          Passer en Premium
        </ButtonLink>
      )}
    </MessageBox>
  )
}

/** A message in a document's place; `children` are what can be done about it. */
export function MessageBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.message}>
      <Alert kind="error">
        <p>{text}</p>
        {children && <Row>{children}</Row>}
      </Alert>
    </div>
  )
}
