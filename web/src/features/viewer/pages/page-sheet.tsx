import { memo, type ReactNode, useEffect, useRef } from 'react'
import type { PagePicture, PreparedManifest, TextLine } from '#shared/entities/prepared-document.ts'
import type { OnFailure } from '#web/features/viewer/use-document.ts'
import { Watermark } from '#web/features/viewer/viewer-messages.tsx'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { documentFailureText } from '#web/lib/documents/document-texts.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { RetryButton } from '#web/ui/button.tsx'
import type { TextMatch } from './find-bar.tsx'
import styles from './pages-view.module.css'
import { Picture, usePicture } from './picture.tsx'

type PageSheetProps = {
  document: PreparedDocument
  number: number
  size: PagePicture
  /** CSS pixels. */
  width: number
  /** `ahead`: the picture is fetched, but not decoded yet. */
  state: 'away' | 'ahead' | 'shown'
  isLarge: boolean
  watermark: string | null
  lines: readonly TextLine[]
  links: PreparedManifest['links']
  matches: readonly TextMatch[]
  currentMatch: TextMatch | null
  onCurrentMark: (mark: HTMLElement, match: TextMatch) => void
  /** True until a page of the document is on the screen. */
  isFirst: boolean
  /** Called when the picture is on the screen, or the reason why there is none. */
  onShown: () => void
  onDelay: (isDelayed: boolean) => void
  onFailure: OnFailure
  onPage: (page: number) => void
}

/** Pages that only pass by while scrolling are not fetched. */
const FETCH_DELAY_MS = 80

/** One page in its size; it stays empty unless it is near the window. */
export const PageSheet = memo(function PageSheet(props: PageSheetProps) {
  const { document, number, size, width, state, isLarge, watermark, lines, links } = props
  const { matches, currentMatch, onCurrentMark, isFirst, onShown, onDelay, onFailure, onPage } = props
  const { picture, failure, retry, fail } = usePicture({
    document,
    page: number,
    isWanted: state !== 'away',
    isLarge: isLarge && state === 'shown',
    delay: isFirst ? 0 : FETCH_DELAY_MS,
    onDelay,
    onFailure,
  })
  useEffect(() => {
    if (failure !== null) onShown()
  }, [failure, onShown])
  const isShown = state === 'shown'
  const scale = width / size.width
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a page is no group of form fields
    <div
      role="group"
      aria-label={`Page ${number} sur ${document.count}`}
      data-page={number}
      className={styles.page}
      style={{ width, height: Math.round(size.height * scale) }}
    >
      {isShown && picture !== null && (
        <>
          <Picture
            file={picture}
            className={styles.picture}
            onLoad={onShown}
            onError={() => fail(new ApiFailure('failing'))}
          />
          <PageText {...{ lines, size, scale, matches, currentMatch, onCurrentMark }} />
          {links
            .filter((link) => link.page === number)
            .map(({ x, y, width: across, height: down, to }, index) => (
              <button
                // oxlint-disable-next-line react/no-array-index-key -- the links of a document do not change
                key={index}
                type="button"
                className={styles.link}
                aria-label={`Aller à la page ${to}`}
                style={{ left: x * scale, top: y * scale, width: across * scale, height: down * scale }}
                onClick={() => onPage(to)}
              />
            ))}
          {watermark && <Watermark text={watermark} />}
        </>
      )}
      {isShown && failure !== null && (
        <div className={styles.broken} role="alert">
          <p>{documentFailureText(failure)}</p>
          <RetryButton onClick={retry} />
        </div>
      )}
    </div>
  )
})

type PageTextProps = Pick<PageSheetProps, 'lines' | 'size' | 'matches' | 'currentMatch' | 'onCurrentMark'> & {
  /** CSS pixels for a pixel of the picture, in whose pixels the lines are placed. */
  scale: number
}

/** The words of a page over its picture, which can be selected, found and read aloud. */
const PageText = memo(function PageText(props: PageTextProps) {
  const { lines, size, scale, matches, currentMatch, onCurrentMark } = props
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = layer.current?.querySelector<HTMLElement>('mark[data-current]')
    if (mark && currentMatch) onCurrentMark(mark, currentMatch)
  }, [lines, currentMatch, onCurrentMark])
  return (
    <div
      ref={layer}
      className={styles.text}
      style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
    >
      {lines.map(([left, top, width, height, text], index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- the lines of a page do not change
          key={index}
          dir="auto"
          className={styles.line}
          style={{
            left,
            top,
            height,
            fontSize: height,
            transform: `scaleX(${width / (measure(text) * height)})`,
          }}
        >
          {marked(text, index, matches, currentMatch)}
          {/* Copied text has the lines of the page. */}
          <br />
        </div>
      ))}
    </div>
  )
})

function marked(
  text: string,
  line: number,
  matches: readonly TextMatch[],
  currentMatch: TextMatch | null,
): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const match of matches) {
    if (line < match.begin.line || line > match.end.line) continue
    const begin = line === match.begin.line ? match.begin.offset : 0
    const end = line === match.end.line ? match.end.offset : text.length
    parts.push(
      text.slice(at, begin),
      <mark key={begin} data-current={match === currentMatch ? '' : undefined}>
        {text.slice(begin, end)}
      </mark>,
    )
    at = end
  }
  return at === 0 ? text : [...parts, text.slice(at)]
}

let canvas: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in the font of the lines, in heights of the font. */
function measure(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length / 2
  canvas.font = '100px serif'
  return canvas.measureText(text).width / 100 || 1
}
