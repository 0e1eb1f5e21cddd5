import { memo, useEffect, useState } from 'react'
import type { OutlineEntry, PagePicture } from '#shared/entities/prepared-document.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { Button } from '#web/ui/button.tsx'
import { type PageRange, pageNumbers } from '../use-document.ts'
import styles from './pages-panel.module.css'
import { useNearPages } from './pages-view.tsx'
import { Picture, usePicture } from './picture.tsx'
import { scrollToElement } from './scroll-anchor.ts'

/** Width of a thumbnail, CSS pixels. */
const THUMBNAIL_WIDTH = 120

type PagesPanelProps = {
  document: PreparedDocument
  pictures: readonly PagePicture[]
  /** Empty until it has arrived, and where there is none. */
  outline: readonly OutlineEntry[]
  pages: PageRange
  page: number
  onPage: (page: number) => void
}

export function PagesPanel(props: PagesPanelProps) {
  const { outline, onPage } = props
  const [view, setView] = useState<'outline' | 'pages' | null>(null)
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
        <ul className={styles.scroll}>
          {outline.map(({ title, page, depth }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an outline does not change
            <li key={index} style={{ paddingLeft: `${depth}rem` }}>
              <button type="button" className={styles.entry} onClick={() => onPage(page)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Thumbnails {...props} />
      )}
    </nav>
  )
}

function Thumbnails({ document, pictures, pages, page, onPage }: PagesPanelProps) {
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
          {...{ document, number, onPage }}
          key={number}
          size={pictures[number - 1]}
          isCurrent={number === page}
          isNear={near.has(number)}
        />
      ))}
    </ol>
  )
}

type ThumbnailProps = Pick<PagesPanelProps, 'document' | 'onPage'> & {
  size: PagePicture | undefined
  number: number
  isCurrent: boolean
  isNear: boolean
}

const Thumbnail = memo(function Thumbnail(props: ThumbnailProps) {
  const { document, size = { width: 1, height: 1 }, number, isCurrent, isNear, onPage } = props
  // The sheet of a page that cannot be fetched stays empty.
  const { picture } = usePicture({ document, page: number, isWanted: isNear })
  const height = Math.round((THUMBNAIL_WIDTH * size.height) / size.width)
  return (
    <li data-page={number}>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={`Page ${number}`}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => onPage(number)}
      >
        <span className={styles.sheet} style={{ width: THUMBNAIL_WIDTH, height }}>
          {picture && <Picture file={picture} width={THUMBNAIL_WIDTH} height={height} />}
        </span>
        <span aria-hidden="true">{number}</span>
      </button>
    </li>
  )
})
