type Arrival = {
  /** Router state of the page, untrusted: it comes from the browser's history. */
  state: unknown
  /** `document.referrer`, on the first page of a visit only; null on later ones. */
  referrer: string | null
  /** `location.origin` */
  origin: string
}

/** The link's page, else the last page of this site, else the home page. Never another origin or a sign-in page. */
export function returnPath({ state, referrer, origin }: Arrival): string {
  return ownPath(fromOf(state), origin) ?? ownPath(referrer, origin) ?? '/'
}

function fromOf(state: unknown): string | null {
  const from = state !== null && typeof state === 'object' && 'from' in state ? state.from : null
  return typeof from === 'string' ? from : null
}

/** Returns the path, query and fragment of an address of this origin; null for any other and for the sign-in pages. */
function ownPath(address: string | null, origin: string): string | null {
  if (!address?.startsWith('/') && !address?.startsWith(`${origin}/`)) return null
  try {
    const url = new URL(address, origin)
    // Compared as the router does: decoded, in any case, with or without slashes at the end.
    const isSignInPage = /^\/(?:login|signup)\/*$/i.test(decodeURIComponent(url.pathname))
    // '/.//host' belongs to this origin, but its path on its own would name another host.
    const isOwn = url.origin === origin && !url.pathname.startsWith('//') && !isSignInPage
    return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
  } catch {
    // An address that cannot be parsed or decoded is not a page of this site.
    return null
  }
}
