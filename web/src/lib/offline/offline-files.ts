import type { PagesTicket } from '#shared/contract/files.ts'
import { OFFLINE_CACHE } from '#shared/domain/documents/offline-cache.ts'
import { MANIFEST_NAME, pictureName, TEXT_NAME } from '#shared/entities/prepared-document.ts'
import { fetchFiles, readManifest } from '#web/lib/documents/prepared-document.ts'
import { inTime } from '#web/lib/network.ts'

/** A phone writes a large page to a slow card in less. */
const WRITE_LIMIT_MS = 20_000

export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** A file of one version of a document, by its name in shared/entities/prepared-document.ts. */
type FilePlace = { id: string; version: string; name: string }

/** @throws DeviceFull */
export async function storeFile(place: FilePlace, file: Blob): Promise<void> {
  const cache = await inTime(caches.open(OFFLINE_CACHE))
  try {
    await inTime(cache.put(addressOf(place), new Response(file)), WRITE_LIMIT_MS)
  } catch (cause) {
    throw new DeviceFull('', { cause })
  }
}

/** Returns a file, whose bytes stay on the disk until they are read; null when the browser has dropped it. */
export function readFile(place: FilePlace): Promise<Blob | null> {
  return readAddress(addressOf(place))
}

/** Returns the account's own copy of a PDF, which version 1.1 kept in place of pictures. */
export function readPdf(id: string): Promise<Blob | null> {
  return readAddress(folderOf(id))
}

export function removeDocument(id: string): Promise<void> {
  return removeFiles((address) => isOf(id, address))
}

export function removeOtherVersions(id: string, version: string): Promise<void> {
  const kept = addressOf({ id, version, name: '' })
  return removeFiles((address) => isOf(id, address) && !address.startsWith(kept))
}

/** Removes the files of documents that are not on the list: their list may have been lost. */
export function removeOtherDocuments(ids: readonly string[]): Promise<void> {
  return removeFiles((address) => !ids.some((id) => isOf(id, address)))
}

/** Removes the cache itself: the service worker fetches the viewer of each new version ahead while it exists. */
export async function removeAllFiles(): Promise<void> {
  await caches.delete(OFFLINE_CACHE)
}

/** Returns the bytes that this site may still use on the device; null where the browser does not say. */
export async function freeRoom(): Promise<number | null> {
  // Browsers without it have no service workers either.
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage)
}

/** Asks the browser not to remove the files when the device needs room. It may refuse, and asks the user for nothing. */
export async function askToPersist(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}

async function readAddress(address: string): Promise<Blob | null> {
  const stored = await inTime(caches.match(address, { cacheName: OFFLINE_CACHE }))
  return stored ? stored.blob() : null
}

function removeFiles(isRemoved: (address: string) => boolean): Promise<void> {
  const remove = async () => {
    const cache = await caches.open(OFFLINE_CACHE)
    const removed = (await cache.keys()).filter(({ url }) => isRemoved(new URL(url).pathname))
    await Promise.all(removed.map((request) => cache.delete(request)))
  }
  return inTime(remove(), WRITE_LIMIT_MS)
}

/** True for the files of a document, and for its PDF of version 1.1. */
function isOf(id: string, address: string): boolean {
  return address === folderOf(id) || address.startsWith(`${folderOf(id)}/`)
}

function addressOf({ id, version, name }: FilePlace): string {
  return `${folderOf(id)}/${encodeURIComponent(version)}/${encodeURIComponent(name)}`
}

function folderOf(id: string): string {
  return `/offline/${encodeURIComponent(id)}`
}

/** A page takes some 40 kB, for which a connection of its own would wait longer than it transfers. */
const AT_ONCE = 4

type KeepOptions = {
  /** The version that the device keeps now; null for none. */
  before: string | null
  signal: AbortSignal
  onProgress: (share: number) => void
}

/**
 * Keeps the pictures, the text and the manifest of a document on the device. A page that the version before has as well
 * is not fetched again, nor is what has arrived before an interruption.
 * @returns the bytes that are kept
 * @throws ApiFailure, DocumentReplaced, DeviceFull, the signal's reason
 */
export async function keepPages(id: string, ticket: PagesTicket, options: KeepOptions): Promise<number> {
  const { before, signal, onProgress } = options
  const { version } = ticket
  const fetchFile = fetchFiles(id, ticket)
  const manifestFile = await fetchFile(MANIFEST_NAME, { signal })
  const manifest = await readManifest(manifestFile)
  const known = await knownPictures(id, before)
  const total = manifest.textBytes + manifest.pictures.reduce((sum, { bytes }) => sum + bytes, 0)
  const arrived = new Map<string, number>()
  const report = (name: string, count: number) => {
    arrived.set(name, count)
    onProgress(Math.min(1, sumOf(arrived) / total))
  }
  const files = [
    { name: TEXT_NAME, knownAs: undefined },
    ...manifest.pictures.map(({ digest }, index) => ({
      name: pictureName(index + 1),
      knownAs: known.get(digest),
    })),
  ].values()
  const keepSome = async () => {
    for (const { name, knownAs } of files) {
      const place = { id, version, name }
      let file = await readFile(place)
      if (!file) {
        file = knownAs ? await readFile(knownAs) : null
        file ??= await fetchFile(name, { signal, onBytes: (count) => report(name, count) })
        await storeFile(place, file)
      }
      report(name, file.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepSome))
  // The manifest comes last: a document without it is not complete.
  await storeFile({ id, version, name: MANIFEST_NAME }, manifestFile)
  return sumOf(arrived) + manifestFile.size
}

/** Returns the pictures of a version on the device by their digests; none where it cannot be read. */
async function knownPictures(id: string, version: string | null): Promise<Map<string, FilePlace>> {
  if (version === null) return new Map()
  const file = await readFile({ id, version, name: MANIFEST_NAME })
  const manifest = file && (await readManifest(file).catch(() => null))
  return new Map(
    manifest?.pictures.map(({ digest }, index) => [digest, { id, version, name: pictureName(index + 1) }]),
  )
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
