/** Key under which a browser stores the text of the announcement that its user closed. */
export const CLOSED_ANNOUNCEMENT = 'revision.announcement'
/** Attribute of the page's root element while such a text is in its HTML. */
export const CLOSED_MARK = 'data-announcement-closed'

/** Attribute of a part of a page in its HTML that depends on the account. Such a page needs {@link MARK_SCRIPT}. */
export const PENDING_MARK = 'data-pending'

/** Key under which a browser notes that the account has read or marked something. The session's end removes it. */
export const OWN_THINGS = 'revision.kept.own'

/** Key under which a browser keeps how far the server's clock is ahead of its own (web/src/lib/server-clock.ts). */
export const CLOCK_OFFSET = 'revision.clock'

/**
 * Marks the known state of the reader before the first paint: `data-access` when a session is stored, with the
 * browser's notes about its profile (web/src/lib/auth/session-storage.ts), `data-own` when the home page begins with
 * the account's own things, `data-own-track` when that account has chosen a track, and `data-filtered` when the address
 * has filters of a list. web/src/ui/account-view.tsx and own-track.tsx show the page accordingly until it runs.
 */
export const MARK_SCRIPT = `try {
  const root = document.documentElement
  root.toggleAttribute('data-filtered', /[?&](annee|session|type)=/.test(location.search))
  const stored = localStorage.getItem('revision.sessionId')
  if (stored || Object.keys(localStorage).some((key) => key.endsWith('.LastAuthUser'))) {
    root.dataset.access = 'unknown'
    root.toggleAttribute('data-own', true)
    const { sessionId, profile } = JSON.parse(localStorage.getItem('revision.profile')) ?? {}
    if (sessionId === stored && profile?.id && profile.email) {
      const { isAdmin, isPremium, premiumUntil, track } = profile
      const isOver = premiumUntil !== null && Date.parse(premiumUntil) <= Date.now() + (Number(localStorage.getItem('${CLOCK_OFFSET}')) || 0)
      root.dataset.access = isAdmin || (isPremium && !isOver) ? 'premium' : 'free'
      root.toggleAttribute('data-own-track', Boolean(track))
      root.toggleAttribute('data-own', !isAdmin || localStorage.getItem('${OWN_THINGS}') !== null)
    }
  }
} catch {}`

/**
 * Collects taps on buttons, choices in lists, and the keys of the search until the page runs;
 * web/src/lib/loading/early-input.ts carries them out. Links work without it. A button that is tapped twice counts
 * once.
 */
export const EARLY_INPUT_SCRIPT = `if (!document.documentElement.dataset.old) {
  const kept = []
  const isOfSearch = ({ target, key = '', ctrlKey, metaKey, altKey }) => {
    if (altKey || target.closest('input, textarea, select')) return false
    if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
    const isTyped = key.length === 1 || key === 'Backspace'
    return key === '/' || (isTyped && kept.some(({ type }) => type === 'keydown'))
  }
  const keepers = {
    click: ({ type, target }) => {
      const button = target.closest('button')
      if (button && kept.every((one) => one.target !== button)) kept.push({ type, target: button })
      return button
    },
    keydown: (event) => isOfSearch(event) && kept.push({ type: event.type, target: event.target, event }),
    change: ({ type, target }) => target.matches('select') && kept.push({ type, target, value: target.value }),
  }
  const keep = (event) => {
    // Input that is carried out passes.
    if (!event.isTrusted || !keepers[event.type](event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type in keepers) addEventListener(type, keep, true)
  const stop = () => {
    for (const type in keepers) removeEventListener(type, keep, true)
    window.earlyInput = undefined
  }
  window.earlyInput = { kept, stop }
}`

/**
 * Says above the page that its scripts could not be fetched or fail before the page runs, as on a first visit that
 * loses the network. The page is loaded again only where the site answers, since the browser would show an error of its
 * own. It does not rely on the style sheet, which may be missing as well.
 */
export const LOST_PAGE_SCRIPT = `window.sayLost = (text) => {
  if (document.getElementById('lost')) return
  window.earlyInput?.stop()
  const note = document.createElement('div')
  const button = document.createElement('button')
  note.id = 'lost'
  note.role = 'alert'
  note.style.cssText = 'padding:.5rem 1rem;text-align:center;font-weight:600;color:var(--ink);background:var(--gold-soft)'
  note.textContent = text
  button.textContent = 'Réessayer'
  button.style.cssText = 'min-height:2.75rem;margin-left:1rem;padding:0 1rem;font:inherit'
  button.onclick = () => fetch(location.href, { method: 'HEAD' }).then(() => location.reload(), () => {})
  note.append(button)
  document.body.prepend(note)
}
addEventListener('error', ({ target, filename = '' }) => {
  if (target.type === 'module') sayLost('Chargement impossible. Vérifiez votre connexion Internet et réessayez.')
  // Input is kept until the page runs.
  if (window.earlyInput && filename.startsWith(location.origin + '/assets/')) sayLost("Une erreur est survenue pendant l'affichage.")
}, true)`

/**
 * Says above the page that the browser is too old for the site's scripts, which are then not fetched. It looks for what
 * the supported browsers have and older ones lack, and is written for any browser.
 */
export const OLD_BROWSER_SCRIPT = `(function () {
  var css = window.CSS
  if (css && css.supports && css.supports('math-style', 'compact') && Object.hasOwn) return
  document.documentElement.setAttribute('data-old', 'true')
  // Where the method 'dialog' is unknown, a form puts the password into the address.
  addEventListener('submit', function (event) { event.preventDefault() })
  document.addEventListener('DOMContentLoaded', function () {
    var note = document.createElement('p')
    note.setAttribute('role', 'status')
    note.style.cssText = 'margin:0;padding:.5rem 1rem;text-align:center;font-weight:600'
    note.textContent = 'Votre navigateur est trop ancien\u00a0: vous pouvez lire les pages, mais il faut le mettre à jour pour ouvrir les documents et votre compte.'
    document.body.insertBefore(note, document.body.firstChild)
    // The pages of an account are empty without scripts.
    if (document.getElementById('root').firstChild) return
    var link = document.createElement('a')
    link.href = '/'
    link.textContent = "Retour à l'accueil"
    note.appendChild(document.createElement('br'))
    note.appendChild(link)
  })
})()`

/**
 * Fetches the scripts at the end of each page, whose addresses are in its `data-scripts`, the entry first. All are
 * requested at once, since the network is idle until the first frame is drawn. Before that it hides an announcement
 * that was closed on an earlier visit, so that nothing moves. Browsers that are too old get none.
 */
export const START_SCRIPT = `const [src, ...parts] = document.currentScript.dataset.scripts.split(' ')
try {
  const text = document.querySelector('[data-announcement]')?.dataset.announcement
  // Most pages have no announcement, and the first access to the storage delays a slow phone.
  if (text) document.documentElement.toggleAttribute('${CLOSED_MARK}', text === localStorage.getItem('${CLOSED_ANNOUNCEMENT}'))
} catch {}
const add = (name, attributes) =>
  document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, attributes))
if (!document.documentElement.dataset.old) {
  add('script', { type: 'module', src })
  parts.forEach((href) => add('link', { rel: 'modulepreload', href }))
}`

/**
 * Waits for the whole style sheet when a page's own style was refused: for minutes after a deployment, the edge may
 * serve the page of one build with the policy of another. Every browser waits only for a sheet that its parser finds
 * (`data-sheet`). Otherwise web/src/lib/loading/early-input.ts requests it.
 */
export const STYLE_SCRIPT = `if (!document.styleSheets.length)
  document.write('<link rel="stylesheet" crossorigin href="' + document.currentScript.dataset.sheet + '">')`

/** Every script inside a page. The build lists their digests for the content security policy. */
export const INLINE_SCRIPTS = [
  MARK_SCRIPT,
  OLD_BROWSER_SCRIPT,
  EARLY_INPUT_SCRIPT,
  LOST_PAGE_SCRIPT,
  STYLE_SCRIPT,
  START_SCRIPT,
]
