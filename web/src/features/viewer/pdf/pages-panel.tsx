import { memo, useEffect, useRef, useState } from 'react'
import type { OutlineEntry, PdfFile } from '#web/lib/documents/pdf-file.ts'
import { Button } from '#web/ui/button.tsx'
import { type PageRange, pageNumbers } from './page-range.ts'
import styles from './pages-panel.module.css'
import { useNearPages } from './pdf-view.tsx'
import { scrollToElement } from './scroll-anchor.ts'

/** Width of a thumbnail, CSS pixels. */
const THUMBNAIL_WIDTH = 120

type PagesPanelProps = {
  pdf: PdfFile
  pages: PageRange
  page: number
  onPage: (page: number) => void
}

/** The outline of a document, if it has one, and the thumbnails of its pages. */
export function PagesPanel({ pdf, pages, page, onPage }: PagesPanelProps) {
  const [outline, setOutline] = useState<readonly OutlineEntry[]>([])
  const [view, setView] = useState<'outline' | 'pages' | null>(null)
  useEffect(() => {
    let isShown = true
    // Where the outline cannot be read, the thumbnails are shown.
    pdf.outline().then(
      (entries) => isShown && setOutline(entries),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [pdf])
  const shown = view ?? (outline.length > 0 ? 'outline' : 'pages')
  return (
    <nav className={styles.panel} aria-label="Pages et sommaire">
      {outline.length > 0 && (
        <div className={styles.views}>
          <Button variant="quiet" aria-pressed={shown === 'outline'} onClick={() => setView('outline')}>
            Sommaire
          </Button>
          <Button variant="quiet" aria-pressed={shown === 'pages'} onClick={() => setView('pages')}>
            Pages
          </Button>
        </div>
      )}
      {shown === 'outline' ? (
        <div className={styles.scroll}>
          <Outline entries={outline} onPage={onPage} />
        </div>
      ) : (
        <Thumbnails pdf={pdf} pages={pages} page={page} onPage={onPage} />
      )}
    </nav>
  )
}

function Outline({
  entries,
  onPage,
}: {
  entries: readonly OutlineEntry[]
  onPage: PagesPanelProps['onPage']
}) {
  const open = async (entry: OutlineEntry) => {
    const page = await entry.page().catch(() => null)
    if (page !== null) onPage(page)
  }
  return (
    <ul className={styles.outline}>
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an outline does not change
        <li key={index}>
          <button type="button" className={styles.entry} onClick={() => void open(entry)}>
            {entry.title}
          </button>
          {entry.entries.length > 0 && <Outline entries={entry.entries} onPage={onPage} />}
        </li>
      ))}
    </ul>
  )
}

function Thumbnails({ pdf, pages, page, onPage }: PagesPanelProps) {
  const [area, setArea] = useState<HTMLElement | null>(null)
  const near = useNearPages(area, pages, '20% 0px')
  useEffect(() => {
    const current = area?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (area && current) scrollToElement(area, current)
  }, [area, page])
  return (
    <ol ref={setArea} className={styles.scroll}>
      {pageNumbers(pages).map((number) => (
        <Thumbnail
          key={number}
          pdf={pdf}
          number={number}
          isCurrent={number === page}
          isDrawn={near.has(number)}
          onPage={onPage}
        />
      ))}
    </ol>
  )
}

type ThumbnailProps = {
  pdf: PdfFile
  number: number
  isCurrent: boolean
  isDrawn: boolean
  onPage: (page: number) => void
}

const Thumbnail = memo(function Thumbnail({ pdf, number, isCurrent, isDrawn, onPage }: ThumbnailProps) {
  const host = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { current: sheet } = host
    if (!isDrawn || !sheet) return
    const abort = new AbortController()
    const draw = async () => {
      const canvas = await pdf.thumbnail(number, THUMBNAIL_WIDTH, abort.signal)
      if (abort.signal.aborted) canvas.width = 0
      else sheet.replaceChildren(canvas)
    }
    // The sheet of a broken page stays empty.
    draw().catch(() => undefined)
    return () => {
      abort.abort()
      // Frees the memory: an empty canvas holds none.
      for (const canvas of sheet.querySelectorAll('canvas')) canvas.width = 0
      sheet.replaceChildren()
    }
  }, [pdf, number, isDrawn])
  const { width, height } = pdf.firstPage
  return (
    <li data-page={number}>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={`Page ${number}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onPage(number)}
      >
        <span
          ref={host}
          className={styles.sheet}
          style={{ width: THUMBNAIL_WIDTH, height: Math.round((THUMBNAIL_WIDTH * height) / width) }}
        />
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  )
})
