import { type ReactNode, useEffect, useState } from 'react'
import { Alert } from './alert.tsx'

/** Success messages stay for 3 s (spec section 9); errors until the next message. */
const SUCCESS_MS = 3_000

/** What came of an action. */
export type Notice = { kind: 'success' | 'error'; text: string }

/** A message about the last action, and how to set it. */
export function useNotice(): [Notice | null, (notice: Notice | null) => void] {
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (notice?.kind !== 'success') return
    const timer = setTimeout(() => setNotice(null), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}

/** The place of the message; `children` are what can be done about it. */
export function NoticeArea({ notice, children }: { notice: Notice | null; children?: ReactNode }) {
  if (!notice) return null
  return (
    <Alert kind={notice.kind}>
      <p>{notice.text}</p>
      {children}
    </Alert>
  )
}
