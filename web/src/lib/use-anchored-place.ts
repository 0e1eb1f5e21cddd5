import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** As a browser does for content that is in the page from the start. @param isThere true once it is loaded */
export function useAnchoredPlace(isThere = true): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const place = isThere && hash !== '' ? document.getElementById(hash.slice(1)) : null
    // The browser itself focuses the main element from the skip link.
    if (!place?.matches('main *')) return
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a click on the same link scrolls again
  }, [hash, key, isThere])
}
