import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { CLOSED_ANNOUNCEMENT, CLOSED_MARK } from '#shared/contract/start-script.ts'
import type { Announcement as Announced } from '#shared/entities/settings.ts'
import { browserStorage } from '#web/lib/browser-storage.ts'
import { useAnnouncement } from '#web/lib/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import styles from './announcement.module.css'

/** The owner's announcement, until the user closes it in this browser; another text is shown again. */
export function Announcement() {
  const announcement = useAnnouncement()
  const closed = useSyncExternalStore(onClosed, readClosed, () => null)
  // React decides from now on whether an announcement is shown, so that the next text can appear.
  useEffect(() => document.documentElement.removeAttribute(CLOSED_MARK), [])
  if (announcement === null || announcement.text === closed) return null
  return (
    <section aria-label="Annonce" data-announcement={announcement.text} className={styles.region}>
      <AnnouncementBar {...announcement} onClose={() => close(announcement.text)} />
    </section>
  )
}

type BarProps = Pick<Announced, 'text' | 'short' | 'page'> & { onClose: () => void }

export function AnnouncementBar({ text, short, page, onClose }: BarProps) {
  const words = (
    <>
      <span className={classNames(short && styles.long)}>{text}</span>
      {short && <span className={styles.short}>{short}</span>}
    </>
  )
  return (
    <div className={styles.bar}>
      <div className={styles.words}>
        <p className={styles.text}>{page ? <Link to={page}>{words}</Link> : words}</p>
        <IconButton label="Fermer l'annonce" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

const listeners = new Set<() => void>()

function onClosed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readClosed(): string | null {
  return browserStorage.getItem(CLOSED_ANNOUNCEMENT)
}

function close(text: string): void {
  browserStorage.setItem(CLOSED_ANNOUNCEMENT, text)
  for (const listener of listeners) listener()
  // The button that had the focus has been removed.
  document.querySelector('main')?.focus({ preventScroll: true })
}
