import type { QueryClient } from '@tanstack/react-query'
import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { type ChapterProgress, markDocuments } from '#shared/contract/progress.ts'
import { call } from '../api/call.ts'
import { isTransient } from '../api/failure.ts'
import { authStore } from '../auth/auth-store.ts'
import { progressQuery } from './fetch-progress.ts'
import { forgetSent, isSamePlace, type UnsentChapter, unsentOf } from './unsent-marks.ts'

/** The contract's bound of one request. */
const MOST_CHANGES = 100

let sending: Promise<void> | null = null
let failure: Error | null = null
const listeners = new Set<() => void>()

/** Why the last attempt to send did not come through; null when it did. */
export function sendFailure(): Error | null {
  return failure
}

/** Tells of every change of `sendFailure`. */
export function onSendFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends what is unsent, a request per chapter; simultaneous callers share one attempt. Failures are kept, not thrown. */
export function sendMarks(client: QueryClient): Promise<void> {
  sending ??= sendAll(client).finally(() => {
    sending = null
  })
  return sending
}

async function sendAll(client: QueryClient): Promise<void> {
  const refused: UnsentChapter[] = []
  let reason: Error | null = null
  while (navigator.onLine) {
    const account = signedInAccount()
    if (account === null) return
    // What is marked meanwhile is found with the next turn.
    const next = unsentOf(account).find((one) => !refused.some((other) => isSamePlace(one, other)))
    if (!next) break
    try {
      await send(client, account, { ...next, changes: next.changes.slice(0, MOST_CHANGES) })
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

async function send(client: QueryClient, account: string, unsent: UnsentChapter): Promise<void> {
  const { track, theme, chapter, changes } = unsent
  const params = { track: findTrack(track).slug, theme, chapter: String(chapter) }
  const answer = await call(markDocuments, { params, body: { marks: [...changes] } })
  if (signedInAccount() === account) await remember(client, account, track, answer)
  forgetSent(account, unsent)
}

/** Puts the answer into what is known of the track, which the server may list a moment late. */
async function remember(client: QueryClient, account: string, track: TrackCode, answer: ChapterProgress) {
  const { queryKey } = progressQuery(account, track)
  await client.cancelQueries({ queryKey })
  if (client.getQueryData(queryKey) === undefined) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, (known = []) => [
    ...known.filter(({ theme, chapter }) => theme !== answer.theme || chapter !== answer.chapter),
    answer,
  ])
}

function signedInAccount(): string | null {
  const auth = authStore.get()
  return auth.status === 'signedIn' ? auth.profile.id : null
}
