import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Brings the place that the address names after its '#' into view and gives it the focus, as a browser does it on a
 * page whose content is there from the start.
 * @param isThere whether what the page shows has arrived
 */
export function useAnchoredPlace(isThere = true): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    const place = isThere && hash !== '' ? document.getElementById(hash.slice(1)) : null
    // Not the content as a whole, to which the browser itself goes by the skip link.
    if (!place?.matches('main *')) return
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    place.scrollIntoView({ block: 'center' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same address again is a navigation too
  }, [hash, key, isThere])
}
