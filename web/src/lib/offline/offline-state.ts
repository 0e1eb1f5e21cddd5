import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { chapterPath, paperPath, parsePaperPath } from '#shared/catalogue/page-path.ts'
import {
  chapterButtonLabels,
  partLabels,
  SUBJECT_PARTS,
  subjectDocumentId,
  subjectDocumentTitle,
  subjectId,
} from '#shared/catalogue/subjects.ts'
import { chapterTitle } from '#shared/catalogue/tracks.ts'
import { type OfflineReader, offlineAccess } from '#shared/domain/documents/offline-access.ts'
import type { ExerciseHelp } from '#shared/entities/exercise.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { accessIn, authStore, profileIn } from '#web/lib/auth/auth-state.ts'
import { offlineText } from '#web/lib/browser-storage.ts'
import { bytesText } from '#web/lib/documents/document-labels.ts'
import { endAll } from '#web/lib/listen.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'
import { onTimeLearned, serverNow } from '#web/lib/server-clock.ts'

/** A document that the student may keep, as its list names it. */
export const OfflineRequest = v.object({
  id: v.string(),
  title: v.string(),
  /** Its name among the documents of its place: '2023 Normale · Corrigé'. */
  name: v.string(),
  /** Bytes of the document; null where the list does not know them. */
  size: v.nullable(v.number()),
  /** The page that lists the document, by which '/hors-ligne' groups: its address, and the chapter; null for a paper. */
  place: v.object({ track: v.string(), chapter: v.nullable(v.string()), path: v.string() }),
  /** Id of the exam paper that it answers, which a running examination of that paper closes; null for others. */
  answersPaper: v.nullable(v.string()),
})
export type OfflineRequest = v.InferOutput<typeof OfflineRequest>

export const OfflineDocument = v.object({
  ...OfflineRequest.entries,
  /** Missing for a document that version 1.1 has kept, as a PDF; it is fetched anew when the network is free. */
  form: v.optional(v.literal('pages')),
  /** The size in its list when it was asked for, which may have been that of an earlier version. */
  listedSize: v.optional(v.nullable(v.number())),
  version: v.string(),
  pages: v.nullable(v.number()),
  fileName: v.string(),
  /** Bytes on the device. */
  bytes: v.number(),
  /** The file was replaced since; the student decides when to fetch it. */
  isOutdated: v.boolean(),
  /** Hints and answers of the paper's exercises, with its correction. */
  help: v.optional(v.custom<readonly ExerciseHelp[]>(Array.isArray)),
})
export type OfflineDocument = v.InferOutput<typeof OfflineDocument>

const OfflineState = v.object({
  account: v.string(),
  /** When the server last confirmed the account. */
  contactAt: v.string(),
  documents: v.array(OfflineDocument),
  /** To be fetched, in this order. */
  queue: v.array(OfflineRequest),
  isPaused: v.boolean(),
  failures: v.array(v.object({ request: OfflineRequest, reason: v.string() })),
})
export type OfflineState = v.InferOutput<typeof OfflineState>

const Stored = v.pipe(v.string(), v.parseJson(), OfflineState)

let read: { text: string | null; state: OfflineState | null } = { text: null, state: null }

/** Returns what this device keeps, for whichever account; null when nothing is kept. The same object until it changes. */
export function storedOfflineState(): OfflineState | null {
  const text = offlineText.read()
  if (text !== read.text) {
    const stored = v.safeParse(Stored, text)
    read = { text, state: stored.success ? stored.output : null }
  }
  return read.state
}

/** Returns what the account of this page keeps and may open now; null otherwise. */
export function openOfflineState(): OfflineState | null {
  const state = storedOfflineState()
  return state && accessTo(state) === 'open' ? state : null
}

/** Returns the account of this page, as far as kept documents depend on it. */
function offlineReader(): OfflineReader {
  const auth = authStore.get()
  const profile = profileIn(auth)
  const isConfirmed = auth.status === 'signedIn' && auth.trouble === null
  return profile && { account: profile.id, mayOpenPremium: accessIn(auth) === 'premium', isConfirmed }
}

/** Returns what becomes of a state that is stored, for the account of this page. */
export function accessTo(state: OfflineState) {
  return offlineAccess(state, offlineReader(), new Date(serverNow()))
}

/** Returns what the account of this page keeps on the device; null for nothing. */
export function useOfflineState(): OfflineState | null {
  return useSyncExternalStore(subscribe, openOfflineState, () => null)
}

/** True while this device keeps documents of an account that has to sign in again before they open. */
export function useOfflineLock(): boolean {
  return useSyncExternalStore(subscribe, isLocked, () => false)
}

function isLocked(): boolean {
  const state = storedOfflineState()
  return state !== null && accessTo(state) === 'locked'
}

/** Changes what the signed-in account keeps. Without one, or while what it keeps is locked, nothing happens. */
export function changeOfflineState(change: (state: OfflineState) => Partial<OfflineState>): void {
  const reader = offlineReader()
  if (!reader?.mayOpenPremium || isLocked()) return
  const state = openOfflineState() ?? emptyState(reader.account)
  const next = { ...state, ...change(state) }
  const isEmpty = next.documents.length + next.queue.length + next.failures.length === 0
  offlineText.write(isEmpty ? null : JSON.stringify(next))
}

/** True for a kept document that need not be fetched again. */
export function isCurrent({ form, isOutdated }: OfflineDocument): boolean {
  return form === 'pages' && !isOutdated
}

export function noteOutdated(ids: readonly string[]): void {
  const isNews = ({ id, isOutdated }: OfflineDocument) => ids.includes(id) && !isOutdated
  if (!openOfflineState()?.documents.some(isNews)) return
  changeOfflineState(({ documents }) => ({
    documents: documents.map((each) => (isNews(each) ? { ...each, isOutdated: true } : each)),
  }))
}

function emptyState(account: string): OfflineState {
  const contactAt = new Date(serverNow()).toISOString()
  return { account, contactAt, documents: [], queue: [], isPaused: false, failures: [] }
}

function subscribe(listener: () => void): () => void {
  return endAll(offlineText.onChange(listener), authStore.subscribe(listener), onTimeLearned(listener))
}

/** Returns the PDFs of a paper; the device keeps no videos. */
export function paperRequests(subject: SubjectItem): OfflineRequest[] {
  const place = { track: subject.track, chapter: null, path: paperPath(subject) }
  return SUBJECT_PARTS.flatMap((part): OfflineRequest[] => {
    const weight = part === 'statement' ? subject : subject[part]
    if (part === 'video' || weight === null || !subject.hasFile) return []
    return [
      {
        id: subjectDocumentId(subject, part),
        title: subjectDocumentTitle(subject, part),
        name: `${subject.year} ${subject.session} · ${partLabels[part]}`,
        size: weight.size,
        place,
        answersPaper: part === 'statement' ? null : subjectId(subject),
      },
    ]
  })
}

/** Returns the PDFs of a chapter; the device keeps no videos. */
export function chapterRequests(
  { track, theme, chapter }: ChapterKey,
  items: readonly ChapterItem[],
): OfflineRequest[] {
  const place = {
    track,
    chapter: chapterTitle(track, theme, chapter) ?? null,
    path: chapterPath(track, theme, chapter),
  }
  return items
    .filter(({ type, available }) => type === 'pdf' && available)
    .map(({ id, title, size, resourceType, year, session }) => ({
      id,
      title,
      name: `${year} ${session} · ${chapterButtonLabels[resourceType]}`,
      size,
      place,
      answersPaper: resourceType === 'correction' ? subjectId({ track, year, session }) : null,
    }))
}

/** Returns the address of the public list that names the documents of a page. */
export function listAddress(path: string): string {
  const paper = parsePaperPath(path)
  return paper ? `/api/subjects/${subjectId(paper)}` : `/api/chapters${path}`
}

/** '14 documents, 23 Mo'; 'au moins' where the weight of a document is unknown. */
export function weightText(documents: readonly { size: number | null }[]): string {
  const { length } = documents
  const sum = weightOf(documents)
  const count = `${length} document${length > 1 ? 's' : ''}`
  if (sum === 0) return count
  const isComplete = documents.every(({ size }) => size !== null)
  return `${count}, ${isComplete ? '' : 'au moins '}${roomText(sum)}`
}

export function weightOf(documents: readonly { size: number | null }[]): number {
  return documents.reduce((sum, { size }) => sum + (size ?? 0), 0)
}

/** '640 ko', '1,2 Mo', '23 Mo', '1,2 Go' */
export function roomText(bytes: number): string {
  if (bytes < 9_950_000) return bytesText(bytes)
  if (bytes < 999_500_000) return `${Math.round(bytes / 1_000_000)}\u00a0Mo`
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')}\u00a0Go`
}
