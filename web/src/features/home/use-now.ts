import { useEffect, useState } from 'react'

/**
 * The time, known only once the page runs in a browser: a page prerendered yesterday says nothing about today.
 * Taken anew when a page that was left open is looked at again.
 */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const read = () => setNow(new Date())
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  return now
}
