import { useState } from 'react'
import styles from './network-line.module.css'

/**
 * A slim line above the content that says that the network is gone. It keeps its first sentence until there is none, so
 * that a network that comes back in steps is announced once.
 */
export function NetworkLine({ text }: { text: string | null }) {
  const [shown, setShown] = useState(text)
  if (!text !== !shown) setShown(text)
  return <div role="status">{shown && <p className={styles.line}>{shown}</p>}</div>
}
