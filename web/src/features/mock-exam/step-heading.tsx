import { type ReactNode, useEffect, useRef } from 'react'
import styles from './mock-exam.module.css'

/** The heading of a part that has just replaced another: it scrolls into view and takes the focus, unless `isFirst`. */
export function StepHeading({
  id,
  isFirst = false,
  children,
}: {
  id: string
  isFirst?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it appears
  }, [])
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  )
}
