import { offlineText } from '#web/lib/browser-storage.ts'
import { askWorker, whenIdle } from '#web/lib/loading/when-idle.ts'
import { authStore } from '../auth/auth-state.ts'
import { serverNow } from '../server-clock.ts'
import { continueDownloads, keepOffline } from './downloads.ts'
import { removeAllFiles, removeOtherDocuments } from './offline-files.ts'
import { accessTo, openOfflineState, storedOfflineState } from './offline-state.ts'

/** The last contact is stored at most this often. */
const CONTACT_STEP_MS = 60 * 60_000

let isPrepared = false

/** Removes what the account may not keep, or notes the contact with the server and continues fetching. */
export function followAccount(): void {
  const state = storedOfflineState()
  if (!state || accessTo(state) === 'removed') return removeAll()
  const auth = authStore.get()
  if (auth.status !== 'signedIn' || auth.trouble !== null) return
  noteContact()
  if (openOfflineState() === null) return
  continueDownloads()
  if (isPrepared) return
  isPrepared = true
  whenIdle(prepare)
}

function removeAll(): void {
  offlineText.write(null)
  void removeAllFiles().catch(() => undefined)
}

function noteContact(): void {
  const state = storedOfflineState()
  const now = serverNow()
  if (!state || Math.abs(now - Date.parse(state.contactAt)) < CONTACT_STEP_MS) return
  offlineText.write(JSON.stringify({ ...state, contactAt: new Date(now).toISOString() }))
}

/** Fetches what the viewer lacks and anew what version 1.1 has kept, on a network that costs little. */
function prepare(): void {
  void askWorker('STORE_VIEWER')
  const { documents = [], queue = [], failures = [], isPaused = true } = openOfflineState() ?? {}
  const listed = [...documents, ...queue].map(({ id }) => id)
  void removeOtherDocuments(listed).catch(() => undefined)
  const isFailed = ({ id }: { id: string }) => failures.some(({ request }) => request.id === id)
  const old = documents.filter((each) => each.form !== 'pages' && !isFailed(each))
  if (!isPaused && old.length > 0) keepOffline(old)
}
