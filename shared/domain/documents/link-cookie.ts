/**
 * The cookie that binds document links to a browser, named 'reader' in French. `__Host-`: the browser sends it to this
 * host only, and no other host can set it.
 */
export const LINK_COOKIE = '__Host-lecteur'

/** Query parameter of a document link: SHA-256 of the cookie's value, in hex. The link's signature covers it. */
export const LINK_PARAMETER = 'lecteur'
