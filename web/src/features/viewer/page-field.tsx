import { type SubmitEvent, useEffect, useState } from 'react'
import styles from './page-field.module.css'
import type { PagePosition } from './pdf-view.tsx'

type PageFieldProps = { position: PagePosition | null; onPage: (page: number) => void }

/** How long a page must stay before it is read out: nobody wants each one that rushes by. */
const ANNOUNCE_AFTER_MS = 700

/** The page being read, which one may type over to jump. */
export function PageField({ position, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const page = String(position?.page ?? '')
  const jump = (event: SubmitEvent) => {
    event.preventDefault()
    const asked = Number(typed ?? page)
    setTyped(null)
    if (position && Number.isInteger(asked) && asked > 0) onPage(Math.min(asked, position.count))
  }
  if (!position) return <span className={styles.field} />
  return (
    <form className={styles.field} onSubmit={jump}>
      <input
        className={styles.page}
        aria-label={`Page, sur ${position.count}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={typed ?? page}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(null)}
      />
      <span aria-hidden="true">/ {position.count}</span>
      <Announcement text={`Page ${page} sur ${position.count}`} />
    </form>
  )
}

function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  )
}
