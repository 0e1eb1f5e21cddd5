import { useCallback, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { driveTexts } from '#web/lib/documents/document-texts.ts'
import type { TicketSource } from '#web/lib/documents/ticket-source.ts'
import { Button } from '#web/ui/button.tsx'
import { DriveLink } from './drive-link.tsx'
import { MessageBox } from './failure-box.tsx'
import { FrameView } from './frame-view.tsx'
import styles from './viewer-dialog.module.css'

type DriveViewProps = { ticket: Ticket; tickets: TicketSource; onRetry: () => void }

/** A document that another site shows: Drive in embed mode, or YouTube. */
export function DriveView({ ticket, tickets, onRetry }: DriveViewProps) {
  const [isFailed, setFailed] = useState(false)
  const onFailed = useCallback(() => setFailed(true), [])
  const link = ticket.mode === 'embed' && <DriveLink ticket={ticket} tickets={tickets} />
  if (isFailed)
    return (
      <MessageBox text={driveTexts[ticket.type]}>
        <Button variant="secondary" onClick={onRetry}>
          Réessayer
        </Button>
        {link}
      </MessageBox>
    )
  return (
    <>
      <FrameView ticket={ticket} onFailed={onFailed} />
      {link && <p className={styles.below}>{link}</p>}
    </>
  )
}
