import { useSyncExternalStore } from 'react'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { ExerciseHelp } from '#shared/entities/exercise.ts'
import { signedInAccount } from '#web/lib/api/kept-data.ts'
import { askWorker } from '#web/lib/loading/when-idle.ts'
import { inTime, retryDelay, untilOnline } from '#web/lib/network.ts'
import { createSharedValue } from '#web/lib/shared-value.ts'
import { ApiFailure, isTransient, refusalCodeOf, waitOf } from '../api/failure.ts'
import { authStore } from '../auth/auth-state.ts'
import { documentFailureText } from '../documents/document-texts.ts'
import { requestTicket } from '../documents/tickets.ts'
import {
  askToPersist,
  DeviceFull,
  keepPages,
  removeAllFiles,
  removeDocument,
  removeOtherVersions,
} from './offline-files.ts'
import {
  changeOfflineState,
  isCurrent,
  listAddress,
  type OfflineDocument,
  type OfflineRequest,
  openOfflineState,
  storedOfflineState,
} from './offline-state.ts'

/** One tab of the browser fetches at a time. */
const LOCK = 'revision.downloads'
/** The limit of documents of a minute is waited for, the one of a day is not. */
const LONGEST_WAIT_MS = 2 * 60_000
/** Documents need their place only where there is no network. */
const PLACE_LIMIT_MS = 20_000
/** A source that fails this often in a row is left for later. */
const MOST_FAILURES = 3

export const downloadTexts = {
  offline: 'En attente du réseau.',
  preparing: 'Un document est encore en préparation.',
  waiting: 'Le serveur demande une courte pause.',
  full: "Il n'y a plus assez de place sur cet appareil. Enlevez des documents, puis reprenez.",
  notStreamed: 'Ce document ne peut pas être gardé sur un appareil.',
} as const

/** The document that is being fetched, its share from 0 to 1, and why nothing arrives at the moment. */
type DownloadProgress = { id: string | null; share: number; trouble: string | null }

const IDLE: DownloadProgress = { id: null, share: 0, trouble: null }
const progress = createSharedValue(IDLE)
let current: AbortController | null = null

export function useDownloadProgress(): DownloadProgress {
  return useSyncExternalStore(progress.subscribe, progress.get, () => IDLE)
}

/** Keeps documents on the device, one after the other; what is kept or waits already is not asked for again. */
export function keepOffline(requests: readonly OfflineRequest[]): void {
  void askToPersist()
  void askWorker('STORE_VIEWER')
  changeOfflineState(({ documents, queue, failures }) => {
    const known = [...documents.filter(isCurrent), ...queue]
    const added = requests.filter(({ id }) => !known.some((each) => each.id === id))
    const isAdded = (id: string) => added.some((each) => each.id === id)
    return {
      queue: [...queue, ...added],
      failures: failures.filter(({ request }) => !isAdded(request.id)),
      isPaused: false,
    }
  })
  continueDownloads()
}

/** Stops fetching until the student resumes; a document that is half there goes on then. */
export function pauseDownloads(): void {
  changeOfflineState(() => ({ isPaused: true }))
  current?.abort()
}

export function resumeDownloads(): void {
  changeOfflineState(() => ({ isPaused: false }))
  report({ trouble: null })
  continueDownloads()
}

export function removeOffline(ids: readonly string[]): void {
  const isOther = ({ id }: { id: string }) => !ids.includes(id)
  changeOfflineState(({ documents, queue, failures }) => ({
    documents: documents.filter(isOther),
    queue: queue.filter(isOther),
    failures: failures.filter(({ request }) => isOther(request)),
  }))
  const { id: fetched } = progress.get()
  if (fetched !== null && ids.includes(fetched)) current?.abort()
  const isNothingLeft = storedOfflineState() === null
  const removals = isNothingLeft ? [removeAllFiles()] : ids.map(removeDocument)
  for (const removal of removals) removal.catch(() => undefined)
}

/** Fetches what waits, unless this or another tab does so already. */
export function continueDownloads(): void {
  // Browsers without locks have one tab in practice, and so have those whose locks fail.
  if (!navigator.locks) return void fetchAll()
  const asked = new Promise((resolve, reject) => {
    const fetchWith = (lock: Lock | null) => {
      resolve(lock)
      return lock ? fetchAll() : undefined
    }
    navigator.locks.request(LOCK, { ifAvailable: true }, fetchWith).catch(reject)
  })
  inTime(asked).catch(fetchAll)
}

let running: Promise<void> | null = null

function fetchAll(): Promise<void> {
  running ??= fetchQueue().finally(() => {
    running = null
    report({ id: null, share: 0 })
  })
  return running
}

async function fetchQueue(): Promise<void> {
  for (let failures = 0; ; ) {
    const account = signedInAccount()
    const request = nextRequest()
    if (account === null || !request) return
    current = new AbortController()
    const stopFollowing = abortWithAccount(current, account)
    report({ id: request.id, share: 0, trouble: navigator.onLine ? null : downloadTexts.offline })
    try {
      await keepOne(request, current.signal)
      failures = 0
    } catch (error) {
      // A pause, a removal and the end of the session change what comes next.
      if (current.signal.aborted) {
        await removeUnlisted(request.id)
        continue
      }
      failures += 1
      if (error instanceof DeviceFull || refusalCodeOf(error) === 'DAILY_ALLOWANCE_REACHED') {
        changeOfflineState(() => ({ isPaused: true }))
        return report({
          trouble: error instanceof DeviceFull ? downloadTexts.full : documentFailureText(error),
        })
      }
      if (refusalCodeOf(error) === 'DOCUMENT_PREPARING') {
        // The others go first.
        changeOfflineState(({ queue }) => ({
          queue: [...queue.filter(({ id }) => id !== request.id), request],
        }))
        report({ trouble: downloadTexts.preparing })
        await untilOnline(retryDelay(Math.min(failures, 2), error))
        continue
      }
      const isWorthWaiting =
        isTransient(error) &&
        waitOf(error) <= LONGEST_WAIT_MS &&
        (isNetworkGone(error) || failures < MOST_FAILURES)
      if (isWorthWaiting) {
        report({ trouble: isNetworkGone(error) ? downloadTexts.offline : downloadTexts.waiting })
        await untilOnline(retryDelay(failures, error))
      } else {
        failures = 0
        noteFailure(
          request,
          error instanceof NotStreamed ? downloadTexts.notStreamed : documentFailureText(error),
        )
      }
    } finally {
      stopFollowing()
    }
  }
}

function nextRequest(): OfflineRequest | null {
  const state = openOfflineState()
  return state && !state.isPaused ? (state.queue[0] ?? null) : null
}

/** Only Drive shows the document: there is nothing to keep. */
class NotStreamed extends Error {}

async function keepOne(request: OfflineRequest, signal: AbortSignal): Promise<void> {
  const { id } = request
  const ticket = await requestTicket(id, 'inline', signal)
  if (ticket.mode !== 'pages') throw new NotStreamed()
  const onProgress = (share: number) => report({ share })
  const before = openOfflineState()?.documents.find((each) => each.id === id)?.version ?? null
  const bytes = await keepPages(id, ticket, { before, signal, onProgress })
  await storePlace(request)
  const help = await helpOf(id)
  signal.throwIfAborted()
  const { version, pages, fileName } = ticket
  const size = ticket.size ?? request.size
  const described = { version, pages, fileName, bytes, isOutdated: false, help }
  const kept: OfflineDocument = { ...request, ...described, form: 'pages', size, listedSize: request.size }
  changeOfflineState(({ documents, queue }) => ({
    documents: [...documents.filter((each) => each.id !== id), kept],
    queue: queue.filter((each) => each.id !== id),
  }))
  await removeOtherVersions(id, version)
}

async function removeUnlisted(id: string): Promise<void> {
  const { documents = [], queue = [] } = openOfflineState() ?? {}
  if (![...documents, ...queue].some((each) => each.id === id))
    await removeDocument(id).catch(() => undefined)
}

/**
 * Has the service worker store the list that names the document, with the exercises of a paper, and the page that lists
 * it, with the revision sheet of a chapter.
 */
async function storePlace({ place: { path } }: OfflineRequest): Promise<void> {
  for (const address of [listAddress(path), path])
    if (!(await inTime(caches.match(address))))
      await fetch(address, { signal: AbortSignal.timeout(PLACE_LIMIT_MS) }).catch(() => undefined)
}

/** Fetches the hints and answers that come with a paper's correction; none for others, or where they cannot be had. */
async function helpOf(id: string): Promise<ExerciseHelp[] | undefined> {
  const document = parseSubjectDocumentId(id)
  if (document?.part !== 'correction') return undefined
  try {
    // Pages that only list kept documents do not load it.
    const { fetchHelp } = await import('./kept-help.ts')
    return await fetchHelp(document.subject)
  } catch {
    return undefined
  }
}

function noteFailure(request: OfflineRequest, reason: string): void {
  changeOfflineState(({ queue, failures }) => ({
    queue: queue.filter(({ id }) => id !== request.id),
    failures: [...failures.filter((each) => each.request.id !== request.id), { request, reason }],
  }))
}

function isNetworkGone(error: unknown): boolean {
  return error instanceof ApiFailure && (error.kind === 'offline' || error.kind === 'unreachable')
}

function abortWithAccount(abort: AbortController, account: string): () => void {
  return authStore.subscribe(() => {
    if (signedInAccount() !== account) abort.abort()
  })
}

function report(change: Partial<DownloadProgress>): void {
  progress.set({ ...progress.get(), ...change })
}
