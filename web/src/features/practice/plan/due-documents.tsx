import { useQueries } from '@tanstack/react-query'
import { Check, FileText, PlayCircle } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { chapterTitle, findTrack } from '#shared/catalogue/tracks.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api, getChapter } from '#web/lib/api/api.ts'
import { type Access, useAccess, useProfile } from '#web/lib/auth/auth-state.ts'
import { documentLabel, sizeText } from '#web/lib/documents/document-labels.ts'
import { DocumentViewerContext, isMarkable, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { noteSeen, type ReviewedDocument, useMarks } from '#web/lib/progress/marks.ts'
import { type ChapterKey, isSameChapter } from '#web/lib/progress/unsent-marks.ts'
import styles from './due-documents.module.css'

type Limits = {
  shown: number
  /** More than are shown, because others take the place of deleted documents. */
  lookedUp: number
}

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

type ReviewRowsProps = {
  items: readonly ReviewedItem[]
  /** Called when a row disappears because its document was seen: the focus needs another place. */
  onSeen: () => void
}

/** Lists documents to look at again. Opening one, or 'Vu', marks it as looked at. */
function ReviewRows({ items, onSeen }: ReviewRowsProps) {
  const account = useProfile()?.id
  const openDocument = useOpenDocument()
  const { KeptMark } = useContext(DocumentViewerContext)
  return (
    <ul className={styles.rows}>
      {items.map(({ chapter, id, item }) => {
        const title = chapterTitle(chapter.track, chapter.theme, chapter.chapter) ?? ''
        const seen = () => account && noteSeen(account, chapter, id)
        return (
          <li key={id} data-track={chapter.track} className={styles.row}>
            {item ? (
              <button
                type="button"
                className={styles.document}
                onClick={() => {
                  openDocument(item)
                  seen()
                }}
              >
                {item.type === 'pdf' ? <FileText aria-hidden="true" /> : <PlayCircle aria-hidden="true" />}
                <RowText title={title} detail={detailOf(item)}>
                  <KeptMark id={id} />
                </RowText>
              </button>
            ) : (
              <Link
                to={chapterPath(chapter.track, chapter.theme, chapter.chapter)}
                className={styles.document}
              >
                <FileText aria-hidden="true" />
                <RowText title={title} detail="Voir le chapitre" />
              </Link>
            )}
            <button
              type="button"
              className={styles.seen}
              aria-label={`Vu : ${title}${item ? `, ${documentLabel(item)} ${item.year} ${item.session}` : ''}`}
              onClick={() => {
                seen()
                onSeen()
              }}
            >
              <Check size={18} aria-hidden="true" />
              Vu
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** 'Correction (Vidéo) · 2023 Normale · 12,4 Mo' */
function detailOf(item: ChapterItem): string {
  return [documentLabel(item), `${item.year} ${item.session}`, sizeText(item)].filter(Boolean).join(' · ')
}

function RowText({ title, detail, children }: { title: string; detail: string; children?: ReactNode }) {
  return (
    <span className={styles.text}>
      <span className={styles.title}>{title}</span>{' '}
      <span className={styles.detail}>
        {children}
        {detail}
      </span>
    </span>
  )
}

/** A document to review, and its entry in the chapter's list; null where the list could not be fetched. */
type ReviewedItem = ReviewedDocument & { item: ChapterItem | null }

/** One request a chapter, which browsers keep. Deleted documents, and closed ones, are left out. */
function useReviewedItems(documents: readonly ReviewedDocument[], access: Access) {
  const chapters = distinctChapters(documents)
  const lists = useQueries({
    queries: chapters.map(({ track, theme, chapter }) =>
      api(getChapter).queryOptions({
        params: { track: findTrack(track).slug, theme, chapter: String(chapter) },
      }),
    ),
  })
  const items = documents.flatMap((document): ReviewedItem[] => {
    const list = lists[chapters.findIndex((one) => isSameChapter(one, document.chapter))]
    if (!list?.data) return list?.isError ? [{ ...document, item: null }] : []
    const item = list.data.items.find(({ id }) => id === document.id)
    return item && isMarkable(item, access) ? [{ ...document, item }] : []
  })
  return { items, isPending: lists.some(({ isPending }) => isPending) }
}

function distinctChapters(documents: readonly ReviewedDocument[]): ChapterKey[] {
  return documents
    .map(({ chapter }) => chapter)
    .filter((one, at, all) => all.findIndex((other) => isSameChapter(one, other)) === at)
}
