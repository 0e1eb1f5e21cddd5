import { useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './frame-view.module.css'

/** A player or preview of another site, in its frame. */
export function FrameView({ url, title }: { url: string; title: string }) {
  const [isReady, setReady] = useState(false)
  return (
    <div className={styles.stage}>
      {!isReady && <Spinner label="Chargement du document..." />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- these players need scripts and their own origin, which is never ours */}
      <iframe
        src={url}
        title={title}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className={styles.frame}
        onLoad={() => setReady(true)}
      />
    </div>
  )
}
