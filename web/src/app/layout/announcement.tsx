import { X } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'
import styles from './announcement.module.css'

/** A sentence of the owner above the header. */
export function AnnouncementBar({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <section aria-label="Annonce" className={styles.announcement}>
      <div className={styles.inside}>
        <p className={styles.text}>{text}</p>
        <IconButton label="Fermer l'annonce" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  )
}
