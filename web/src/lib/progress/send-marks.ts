import { findTrack } from '#shared/catalogue/tracks.ts'
import { type ChapterProgress, listProgress, markDocuments } from '#shared/contract/progress.ts'
import { api } from '../api/api.ts'
import { invalidateRoutes } from '../api/cache.ts'
import { call } from '../api/call.ts'
import { pageClient } from '../api/page-queries.tsx'
import { createSender, signedInAccount } from '../sender.ts'
import { forgetSentMarks, isSameChapter, type UnsentChapter, unsentChapters } from './unsent-marks.ts'

/** The input of the one list of marks that pages read: all tracks, since most students have only one. */
export const ALL_MARKS = { query: {} }
/** The contract's limit for one request. */
const MOST_CHANGES = 100

/** Sends marks with one request per chapter. */
export const marksSender = createSender({ unsent: unsentChapters, isSame: isSameChapter, send })

/** Refetches the marks on screen, which another tab has changed. */
export function renewMarks(): Promise<void> {
  return invalidateRoutes(pageClient(), [listProgress])
}

async function send(account: string, unsent: UnsentChapter): Promise<void> {
  const { track, theme, chapter } = unsent
  const changes = unsent.changes.slice(0, MOST_CHANGES)
  const params = { track: findTrack(track).slug, theme, chapter: String(chapter) }
  const answer = await call(markDocuments, { params, body: { marks: changes } })
  await storeAnswer(account, answer)
  forgetSentMarks(account, { ...unsent, changes })
}

/** Puts the answer into the known marks: a list that is read right after a change may not have it yet. */
async function storeAnswer(account: string, answer: ChapterProgress) {
  const client = pageClient()
  const { queryKey } = api(listProgress).queryOptions(ALL_MARKS)
  await client.cancelQueries({ queryKey })
  // Another account may have signed in, and the cache then belongs to it.
  if (signedInAccount() !== account) return
  if (client.getQueryData(queryKey) === undefined) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, (known) => {
    const others = known?.items.filter((one) => !isSameChapter(one, answer))
    return { items: [...(others ?? []), answer] }
  })
}
