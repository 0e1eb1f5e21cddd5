import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { useAccess } from '#web/lib/auth/use-auth.ts'
import { useMarks } from '#web/lib/progress/marks.ts'
import { useReviewedItems } from '#web/lib/progress/reviewed-items.ts'
import styles from './due-documents.module.css'
import { ReviewRows } from './review-rows.tsx'

type Limits = {
  shown: number
  /**
   * More than are shown, because others take the place of deleted documents. Each may cost a request for its chapter's
   * list.
   */
  lookedUp: number
}

/** Returns the documents to look at again today, in all tracks, the oldest marks first. */
export function useDueDocuments({ shown, lookedUp }: Limits) {
  const { toReview, isPending, isUnknown } = useMarks()
  const reviewed = toReview()
  const due = reviewed.filter(({ isDue }) => isDue)
  const { items, isPending: isSearching } = useReviewedItems(due.slice(0, lookedUp), useAccess())
  return {
    items: items.slice(0, shown),
    count: due.length > lookedUp ? due.length : items.length,
    hasMarks: reviewed.length > 0,
    isPending: isPending || isSearching,
    isUnknown,
  }
}

type DueDocumentsProps = { due: ReturnType<typeof useDueDocuments>; onSeen: () => void }

/** Lists the documents, or says why there are none. */
export function DueDocuments({ due, onSeen }: DueDocumentsProps) {
  const { items, hasMarks, isPending, isUnknown } = due
  return (
    <>
      <ReviewRows items={items} onSeen={onSeen} />
      {isUnknown && <p className={styles.nothing}>Votre suivi n'a pas pu être chargé.</p>}
      {!isUnknown && !isPending && items.length === 0 && (
        <p className={styles.nothing}>
          <strong>Rien à revoir aujourd'hui.</strong>{' '}
          {withFrenchSpaces(
            hasMarks
              ? 'Les documents que vous avez marqués « À revoir » reviendront ici.'
              : 'Marquez un document « À revoir » dans un chapitre : il revient ici après 2, 7 et 21 jours.',
          )}
        </p>
      )}
    </>
  )
}
