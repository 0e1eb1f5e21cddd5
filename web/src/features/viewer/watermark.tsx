import styles from './watermark.module.css'

const LINES = [1, 2, 3]

/** The reader's address across a page: whoever passes it on is named. */
export function Watermark({ text }: { text: string }) {
  return (
    <div className={styles.watermark} aria-hidden="true">
      {LINES.map((line) => (
        <span key={line}>{text}</span>
      ))}
    </div>
  )
}
