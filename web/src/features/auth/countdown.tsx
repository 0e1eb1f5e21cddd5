import { type ReactNode, useEffect, useState } from 'react'

/** Says how long to wait, each second, and then that the wait is over. Right also after the device slept meanwhile. */
export function Countdown({ from, children }: { from: number; children: (left: number) => ReactNode }) {
  const [until] = useState(() => Date.now() + from * 1000)
  const [left, setLeft] = useState(from)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(Math.max(Math.ceil((until - Date.now()) / 1000), 0)), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  // A screen reader hears the wait with the message and its end, not every second of it.
  return isOver ? (
    <p role="status">Vous pouvez réessayer maintenant.</p>
  ) : (
    <p aria-live="off">{children(left)}</p>
  )
}
