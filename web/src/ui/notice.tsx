import { type ReactNode, useEffect, useState } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import styles from './notice.module.css'

/** Success messages stay for 3 s (spec section 9); errors until the next message, unless told otherwise. */
const SUCCESS_MS = 3_000

/** What came of an action; `ms` is how long an error that goes by itself stays. */
export type Notice = { kind: 'success'; text: string } | { kind: 'error'; text: string; ms?: number }

/** A message about the last action, and how to set it. */
export function useNotice(): [Notice | null, (notice: Notice | null) => void] {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    const ms = notice?.kind === 'success' ? SUCCESS_MS : notice?.ms
    if (ms === undefined) return
    const timer = setTimeout(() => setNotice(null), ms)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}

/** The place of the message; `children` are what can be done about it. */
export function NoticeArea({ notice, children }: { notice: Notice | null; children?: ReactNode }) {
  if (!notice) return null
  return (
    <Alert kind={notice.kind}>
      <p>{notice.text}</p>
      {children}
    </Alert>
  )
}

type NoticeBannerProps = { notice: Notice | null; onClose: () => void }

/** The message over the foot of the window: seen wherever one is in a long list, and pushing nothing away. */
export function NoticeBanner({ notice, onClose }: NoticeBannerProps) {
  return (
    <div className={styles.banner}>
      <NoticeArea notice={notice}>
        {notice?.kind === 'error' && (
          <Button variant="link" onClick={onClose}>
            Fermer
          </Button>
        )}
      </NoticeArea>
    </div>
  )
}
