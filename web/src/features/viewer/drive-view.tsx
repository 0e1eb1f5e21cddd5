import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { FileTicket } from '#shared/contract/files.ts'
import { documentFailureText, PreviewFailed } from '#web/lib/documents/document-texts.ts'
import type { TicketSource } from '#web/lib/documents/tickets.ts'
import { Spinner } from '#web/ui/status.tsx'
import type { OnFailure } from './use-document.ts'
import styles from './viewer.module.css'
import { loadingTexts } from './viewer-messages.tsx'

/** Milliseconds after which a frame that has not loaded counts as failed. */
const LOAD_TIMEOUT_MS = 20_000

/**
 * The rights that players of other sites need: scripts, their own origin (never ours) and the tabs that they open. No
 * forms, no downloads, no navigation of this page.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

type DriveViewProps = { ticket: FileTicket; tickets: TicketSource<FileTicket>; onFailure: OnFailure }

/** A document that another site shows in a frame: Drive in embed mode, or YouTube. */
export function DriveView({ ticket, tickets, onFailure }: DriveViewProps) {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (isLoaded) return
    const timer = setTimeout(() => onFailure(new PreviewFailed(ticket.type)), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, ticket.type, onFailure])
  return (
    <>
      <div className={styles.frameArea}>
        {!isLoaded && <Spinner label={loadingTexts[ticket.type]} />}
        <iframe
          src={ticket.url}
          title={ticket.title}
          allow="fullscreen; encrypted-media; picture-in-picture"
          sandbox={SANDBOX}
          referrerPolicy="strict-origin-when-cross-origin"
          className={styles.frame}
          onLoad={() => setLoaded(true)}
        />
      </div>
      {ticket.mode === 'embed' && (
        <p className={styles.below}>
          <DriveLink ticket={ticket} tickets={tickets} />
        </p>
      )}
    </>
  )
}

/** Opens the document in Drive, with a new ticket because the one in the address may have expired. */
export function DriveLink({ ticket, tickets }: { ticket: FileTicket; tickets: TicketSource<FileTicket> }) {
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef(ticket)
  const open = (event: MouseEvent) => {
    event.preventDefault()
    // Browsers block tabs that are not opened by the click itself.
    const tab = window.open('about:blank', '_blank')
    if (!tab) return window.location.assign(ticket.url)
    tab.opener = null
    void navigate(tab)
  }
  const navigate = async (tab: Window) => {
    try {
      latest.current = await tickets.replace(latest.current)
      tab.location.replace(latest.current.url)
    } catch (error) {
      tab.close()
      setFailure(documentFailureText(error))
    }
  }
  return (
    <>
      <a href={ticket.url} target="_blank" rel="noopener noreferrer" onClick={open}>
        Ouvrir dans Google Drive
      </a>
      {failure !== null && <span role="alert"> {failure}</span>}
    </>
  )
}
