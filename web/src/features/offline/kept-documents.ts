import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import type { OfflineDocument, OfflineRequest, OfflineState } from '#web/lib/offline/offline-state.ts'

/** The step of a set of documents on its way to this device. `offered`: some are neither kept, waiting nor failed. */
type DownloadStep = { failures: OfflineState['failures'] } & (
  | { step: 'offered'; missing: readonly OfflineRequest[] }
  | { step: 'running'; kept: number; waiting: readonly OfflineRequest[] }
  | { step: 'failed' | 'kept' }
)

/** Returns how far the documents are kept; one with a newer version is missing. */
export function downloadStep(
  documents: readonly OfflineRequest[],
  state: Pick<OfflineState, 'documents' | 'queue' | 'failures'> | null,
): DownloadStep {
  const { documents: all, queue, failures } = state ?? NOTHING
  const isIn = (list: readonly { id: string }[]) => (each: { id: string }) =>
    list.some(({ id }) => id === each.id)
  const kept = documents.filter(isIn(all.filter(({ isOutdated }) => !isOutdated)))
  const waiting = documents.filter(isIn(queue))
  const failed = failures.filter(({ request }) => isIn(documents)(request))
  const requests = failed.map(({ request }) => request)
  const missing = documents.filter((each) => ![kept, waiting, requests].some((list) => isIn(list)(each)))
  if (waiting.length > 0) return { step: 'running', kept: kept.length, waiting, failures: failed }
  if (missing.length > 0) return { step: 'offered', missing, failures: failed }
  return { step: failed.length > 0 ? 'failed' : 'kept', failures: failed }
}

const NOTHING = { documents: [], queue: [], failures: [] }

/**
 * Returns the kept documents whose size in their list has changed since. A list may be older than the document: it then
 * names the size that it named when the document was asked for.
 */
export function outdatedIn(
  documents: readonly OfflineDocument[],
  listed: readonly { id: string; size: number | null }[],
): OfflineDocument[] {
  return documents.filter(({ id, size, listedSize }) => {
    const current = listed.find((each) => each.id === id)?.size ?? null
    return size !== null && current !== null && current !== size && current !== listedSize
  })
}

type TrackGroup = { track: TrackCode; label: string; places: PlaceGroup[] }

/** The papers of a track, or the documents of a chapter, whose page is `path`. */
export type PlaceGroup = { title: string; path: string; documents: OfflineDocument[] }

export function groupDocuments(documents: readonly OfflineDocument[]): TrackGroup[] {
  return tracks.flatMap(({ code, label }) => {
    const own = documents.filter(({ place }) => place.track === code)
    const papers = own.filter(({ place }) => place.chapter === null)
    const chapters = own.filter(({ place }) => place.chapter !== null)
    const places = [...new Set(chapters.map(({ place }) => place.path))].map((path) => {
      const group = chapters.filter(({ place }) => place.path === path)
      return { title: group[0]?.place.chapter ?? '', path, documents: byName(group) }
    })
    if (papers.length > 0)
      places.unshift({ title: 'Sujets de bac', path: subjectsPath(code), documents: byName(papers) })
    return places.length > 0 ? [{ track: code, label, places }] : []
  })
}

/** The newest first, and an 'Énoncé' or 'Sujet' before its correction. */
function byName(documents: readonly OfflineDocument[]): OfflineDocument[] {
  return documents.toSorted((one, other) => (one.name > other.name ? -1 : 1))
}
