import { findTrack } from '#shared/catalogue/tracks.ts'
import { type ChapterProgress, listProgress, markDocuments } from '#shared/contract/progress.ts'
import { api } from '../api/api.ts'
import { invalidateRoutes } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { isTransient } from '../api/failure.ts'
import { pageClient } from '../api/page-queries.tsx'
import { authStore } from '../auth/auth-state.ts'
import { forgetSent, isSameChapter, type UnsentChapter, unsentChapters } from './unsent-marks.ts'

/** The input of the one list of marks that pages read: that of all tracks, which most students have one of. */
export const ALL_MARKS = { query: {} }
/** The contract's bound of one request. */
const MOST_CHANGES = 100

let sending: Promise<void> | null = null
let failure: Error | null = null
const listeners = new Set<() => void>()

/** Why the last attempt to send failed; null when it succeeded. */
export function sendFailure(): Error | null {
  return failure
}

/** Subscribes to changes of `sendFailure`. */
export function onSendFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends what is unsent, a request per chapter; simultaneous callers share one attempt. Failures are kept, not thrown. */
export function sendMarks(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

/** Asks again for the marks on screen, which another tab has changed. */
export function renewMarks(): Promise<void> {
  return invalidateRoutes(pageClient(), [listProgress])
}

async function sendAll(): Promise<void> {
  const refused: UnsentChapter[] = []
  let reason: Error | null = null
  while (navigator.onLine) {
    const account = signedInAccount()
    if (account === null) return
    // What is marked meanwhile is found with the next turn.
    const next = unsentChapters(account).find((one) => !refused.some((other) => isSameChapter(one, other)))
    if (!next) break
    try {
      await send(account, { ...next, changes: next.changes.slice(0, MOST_CHANGES) })
    } catch (error) {
      reason = error as Error
      if (isTransient(error)) break
      // One chapter that the server does not want must not hold up the others.
      refused.push(next)
    }
  }
  failure = reason
  for (const listener of listeners) listener()
}

async function send(account: string, unsent: UnsentChapter): Promise<void> {
  const { track, theme, chapter, changes } = unsent
  const params = { track: findTrack(track).slug, theme, chapter: String(chapter) }
  const answer = await call(markDocuments, { params, body: { marks: [...changes] } })
  await storeAnswer(account, answer)
  forgetSent(account, unsent)
}

/** Puts the answer into what is known of the marks: a list that is read right after a change may not have it yet. */
async function storeAnswer(account: string, answer: ChapterProgress) {
  const client = pageClient()
  const { queryKey } = api(listProgress).queryOptions(ALL_MARKS)
  await client.cancelQueries({ queryKey })
  // The cache is the account's that is signed in by now.
  if (signedInAccount() !== account) return
  if (client.getQueryData(queryKey) === undefined) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, (known) => {
    const others = known?.items.filter((one) => !isSameChapter(one, answer))
    return { items: [...(others ?? []), answer] }
  })
}

function signedInAccount(): string | null {
  const auth = authStore.get()
  return auth.status === 'signedIn' ? auth.profile.id : null
}
