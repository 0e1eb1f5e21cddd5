import { renderText } from '#shared/writing/render-text.ts'

/** An answer as the student will read it, with the faults of its formulas. Loaded with the first answer. */
export function AnswerPreview({ markdown }: { markdown: string }) {
  const { html, faults } = renderText(markdown)
  return (
    <>
      {/* oxlint-disable-next-line react/no-danger -- the renderer passes no HTML of the author on */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      {faults.map(({ line, message }) => (
        <p key={`${line} ${message}`} role="alert">
          Ligne {line}&nbsp;: {message}
        </p>
      ))}
    </>
  )
}
