import { FileText, Lock, PlayCircle } from 'lucide-react'
import type { ChapterItem } from '#shared/entities/resource.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { weightText } from '#web/lib/documents/document-weight.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import type { Place } from '#web/lib/progress/unsent-marks.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './exam-card-view.module.css'
import { documentLabel, type ExamCard } from './exam-cards.ts'
import { MarksPart } from './student-parts.tsx'

/** A visitor wants to open what is not free. */
type OnLocked = () => void

type ExamCardViewProps = { card: ExamCard; place: Place; access: Access; onLocked: OnLocked }

/** One exam with a button for each of its documents. */
export function ExamCardView({ card: { title, items }, place, access, onLocked }: ExamCardViewProps) {
  return (
    <Card track={place.track} head={<h2 className={styles.title}>{title}</h2>}>
      <ul className={styles.documents}>
        {items.map((item) => (
          <li key={item.id}>
            <DocumentButton item={item} access={access} onLocked={onLocked} />
            <MarksPart place={place} item={item} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type DocumentButtonProps = { item: ChapterItem; access: Access; onLocked: OnLocked }

/** Opens the document; what is not free asks a visitor to sign in and is out of use without Premium. */
function DocumentButton({ item, access, onLocked }: DocumentButtonProps) {
  const openDocument = useOpenDocument()
  const { id, title, type, available, isFree } = item
  const isOpen = isFree || access === 'premium'
  const Icon = type === 'pdf' ? FileText : PlayCircle
  const weightId = `weight-${id}`
  return (
    <button
      type="button"
      aria-describedby={weightId}
      className={styles.document}
      disabled={!isOpen && access !== 'visitor'}
      onClick={isOpen ? () => openDocument({ id, title, type, available }) : onLocked}
    >
      <Icon size={20} aria-hidden="true" />
      <span>
        {documentLabel(item)}
        {/* Said after the name, which stays what the document is called. */}
        <small id={weightId} aria-hidden="true" className={styles.weight}>
          {weightText(item)}
        </small>
      </span>
      {!isOpen && <Lock size={16} aria-hidden="true" className={styles.lock} />}
      {isOpen && access !== 'premium' && (
        <>
          {' '}
          <span className={styles.free}>Gratuit</span>
        </>
      )}
    </button>
  )
}
