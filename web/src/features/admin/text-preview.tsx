import { renderText } from '#shared/writing/render-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/card.tsx'
import styles from '#web/ui/written.module.css'

type TextPreviewProps = { markdown: string; title?: string; onLine?: (line: number) => void }

/** More faults are those of one mistake. */
const MOST_FAULTS = 20

/** An owner's text as students will read it, with the faults of its formulas. Loaded with the first text. */
export function TextPreview({ markdown, title, onLine }: TextPreviewProps) {
  const { html, faults } = renderText(markdown)
  // A line may have the same fault twice.
  const byText = new Map(faults.map((fault) => [`${fault.line} ${fault.message}`, fault]))
  return (
    <>
      {[...byText].slice(0, MOST_FAULTS).map(([key, { line, message }]) => (
        <p key={key} role="alert">
          {onLine ? (
            <Button variant="link" onClick={() => onLine(line)}>
              Ligne {line}
            </Button>
          ) : (
            `Ligne ${line}`
          )}
          {`\u00a0: ${message}`}
        </p>
      ))}
      <article className={classNames(styles.written, title !== undefined && styles.sheet)}>
        {title !== undefined && <h2>{title}</h2>}
        {/* oxlint-disable-next-line react/no-danger -- the renderer passes no HTML of the author on */}
        <div className={classNames(styles.written)} dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </>
  )
}
