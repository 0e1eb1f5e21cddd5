import { Check, FileText, PlayCircle } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router-dom'
import { chapterPath } from '#shared/catalogue/page-path.ts'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { documentLabel, sizeText } from '#web/lib/documents/document-labels.ts'
import { DocumentViewerContext, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { noteSeen } from '#web/lib/progress/marks.ts'
import type { ReviewedItem } from '#web/lib/progress/reviewed-items.ts'
import styles from './review-rows.module.css'

type ReviewRowsProps = {
  items: readonly ReviewedItem[]
  /** Called when a row disappears because its document was seen: the focus needs another place. */
  onSeen: () => void
}

/** Lists documents to look at again. Opening one, or 'Vu', marks it as looked at. */
export function ReviewRows({ items, onSeen }: ReviewRowsProps) {
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
