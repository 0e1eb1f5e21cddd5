import { FileText, Lock, PlayCircle } from 'lucide-react'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { ChapterItem } from '#shared/contract/catalogue.ts'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { documentLabel, type ExamCard } from './exam-cards.ts'

type ExamCardViewProps = { card: ExamCard; track: TrackCode; access: Access }

/** One exam with a button for each of its documents. */
export function ExamCardView({ card: { title, items }, track, access }: ExamCardViewProps) {
  return (
    <Card track={track}>
      <h2>{title}</h2>
      {items.map((item) => (
        <DocumentButton key={item.id} item={item} isOpen={item.isFree || access === 'premium'} />
      ))}
    </Card>
  )
}

function DocumentButton({ item, isOpen }: { item: ChapterItem; isOpen: boolean }) {
  const openDocument = useOpenDocument()
  const { id, title, type, available } = item
  const Icon = !isOpen ? Lock : type === 'pdf' ? FileText : PlayCircle
  return (
    <Button
      variant="secondary"
      disabled={!isOpen}
      onClick={() => openDocument({ id, title, type, available })}
    >
      <Icon size={18} aria-hidden="true" />
      {documentLabel(item)}
    </Button>
  )
}
