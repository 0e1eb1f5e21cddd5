import { renderText } from '#shared/writing/render-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from '#web/ui/written.module.css'

/** An owner's text as students will read it, with the faults of its formulas. Loaded with the first text. */
export function TextPreview({ markdown }: { markdown: string }) {
  const { html, faults } = renderText(markdown)
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- the renderer passes no HTML of the author on */}
      <div className={classNames(styles.written)} dangerouslySetInnerHTML={{ __html: html }} />
      {faults.map(({ line, message }) => (
        <p key={`${line} ${message}`} role="alert">
          Ligne {line}&nbsp;: {message}
        </p>
      ))}
    </>
  )
}
