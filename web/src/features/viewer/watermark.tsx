import styles from './viewer.module.css'

const LINES = 3

/** The reader's address over a page or a video, so that a copy can be traced to its account. */
export function Watermark({ text }: { text: string }) {
  return (
    <div className={styles.watermark} aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are all the same
        <span key={line}>{text}</span>
      ))}
    </div>
  )
}
