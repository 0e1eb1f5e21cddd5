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

/** Writes the same into the picture of a page that is going to be printed. */
export function drawWatermark(canvas: HTMLCanvasElement, text: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = canvas
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.font = `600 ${Math.round(width / 26)}px sans-serif`
  context.fillStyle = 'rgb(90 100 120 / 26%)'
  context.textAlign = 'center'
  for (let line = 1; line <= LINES; line += 1) {
    context.save()
    context.translate(width / 2, (height * (2 * line - 1)) / (2 * LINES))
    context.rotate((-28 * Math.PI) / 180)
    context.fillText(text, 0, 0)
    context.restore()
  }
  context.restore()
}
