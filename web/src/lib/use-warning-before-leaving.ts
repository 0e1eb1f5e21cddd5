import { useEffect } from 'react'

/** Makes the browser ask before it leaves a page with unsaved input. */
export function useWarningBeforeLeaving(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isTyped])
}
