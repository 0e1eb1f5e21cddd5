import { useEffect, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { Spinner } from '#web/ui/loading.tsx'
import styles from './frame-view.module.css'
import { viewerTexts } from './viewer-texts.ts'

/** A frame that shows nothing for so long will not. */
const PATIENCE_MS = 20_000

/**
 * What the players of other sites need and no more: their scripts, their own origin (never ours) and the tabs that they
 * open. No forms, no downloads, no way to lead this page elsewhere.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A player or preview of another site, in its frame. */
export function FrameView({ ticket, onFailed }: { ticket: Ticket; onFailed: () => void }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(onFailed, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isReady, onFailed])
  const label = ticket.type === 'pdf' ? viewerTexts.loadingPdf : viewerTexts.loadingVideo
  return (
    <div className={styles.stage}>
      {!isReady && <Spinner label={label} />}
      <iframe
        src={ticket.url}
        title={ticket.title}
        allow="fullscreen; encrypted-media; picture-in-picture"
        sandbox={SANDBOX}
        referrerPolicy="strict-origin-when-cross-origin"
        className={styles.frame}
        onLoad={() => setReady(true)}
      />
    </div>
  )
}
