import { useEffect, useState } from 'react'
import { networkTexts } from '#web/lib/api/failure.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './flow-strip.module.css'
import { viewerTexts } from './viewer-texts.ts'

const SAID_FOR_MS = 4_000

/**
 * What goes on under the toolbar, in words. The page's own line about the network lies under the dialog.
 * @param trouble the connection is bad though the device says that it has one
 * @param note what was just done, said for a while
 */
export function FlowStrip({ trouble, note }: { trouble: boolean; note: string | null }) {
  const isOnline = useOnline()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  if (!isOnline && !wasOffline) setWasOffline(true)
  const back = useForAWhile(isOnline && wasOffline ? viewerTexts.backOnline : null)
  const shownNote = useForAWhile(note)
  const bad = !isOnline ? networkTexts.offline : trouble ? networkTexts.unreachable : null
  const text = bad ?? back ?? shownNote
  return (
    <div role="status" className={styles.place}>
      {text !== null && <p className={classNames(styles.text, bad !== null && styles.bad)}>{text}</p>}
    </div>
  )
}

/** A text, until it has stood for some seconds. */
function useForAWhile(text: string | null): string | null {
  const [old, setOld] = useState<string | null>(null)
  if (text === null && old !== null) setOld(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setOld(text), SAID_FOR_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === old ? null : text
}
