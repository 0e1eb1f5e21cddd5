/** Where a browser keeps the text of the announcement that its user closed. */
export const CLOSED_ANNOUNCEMENT = 'revision.announcement'
/** On the page's root element while such a text is in its HTML. */
export const CLOSED_MARK = 'data-announcement-closed'

/**
 * Stands at the beginning of pages with lists, which a browser may paint before it reaches their end. It marks a page
 * whose lists will differ from its HTML: a session is stored (web/src/lib/auth/session-storage.ts), or the address holds
 * filters. web/src/ui/account-view.tsx keeps their place until the page runs.
 */
export const MARK_SCRIPT = `try {
  const isSession = (key) => key === 'revision.sessionId' || key.endsWith('.LastAuthUser')
  const differs = /[?&](annee|session|type)=/.test(location.search) || Object.keys(localStorage).some(isSession)
  document.documentElement.toggleAttribute('data-differs', differs)
} catch {}`

/**
 * Stands at the end of each page: it fetches the others, whose addresses are in its `data-scripts`,
 * the entry first. It runs once the page's style is there, so that on a slow network nothing competes with what the
 * first paint needs, and it is no further thing to wait for. The entry is asked for at once, since the page counts as
 * loaded when it has run, as if its script stood there. All others wait for the first frame to be drawn: to ask for a
 * dozen files takes a slow processor as long as a paint. A page in the background draws none; the entry's own imports
 * fetch them there. Before that it hides an announcement that was closed on an earlier visit, so that nothing moves when the
 * page runs. The pages' policy allows these two scripts alone, by their digests: not a character may differ.
 */
export const START_SCRIPT = `const [src, ...parts] = document.currentScript.dataset.scripts.split(' ')
try {
  const announced = document.querySelector('[data-announcement]')?.dataset.announcement
  document.documentElement.toggleAttribute('${CLOSED_MARK}', announced === localStorage.getItem('${CLOSED_ANNOUNCEMENT}'))
} catch {}
const add = (name, attributes) =>
  document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, attributes))
add('script', { type: 'module', src })
requestAnimationFrame(() => setTimeout(() => parts.forEach((href) => add('link', { rel: 'modulepreload', href }))))`

/** Every script inside a page. The build lists their digests for the content security policy. */
export const INLINE_SCRIPTS = [MARK_SCRIPT, START_SCRIPT]
