import { memo, type ReactNode, useEffect, useRef } from 'react'
import type { PagePicture, TextLine } from '#shared/entities/prepared-document.ts'
import type { TextMatch } from './find.ts'
import styles from './pages-view.module.css'

type PageTextProps = {
  lines: readonly TextLine[]
  /** The size of the page's picture, in whose pixels the lines are placed. */
  size: PagePicture
  /** CSS pixels for a pixel of the picture. */
  scale: number
  matches: readonly TextMatch[]
  currentMatch: TextMatch | null
  onCurrentMark: (mark: HTMLElement, match: TextMatch) => void
}

/** The words of a page over its picture, which can be selected, found and read aloud. */
export const PageText = memo(function PageText(props: PageTextProps) {
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

/** Returns the text of a line with its matches. */
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
