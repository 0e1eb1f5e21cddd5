import { OFFLINE_CACHE } from '#shared/domain/documents/offline-cache.ts'
import { inTime } from '../in-time.ts'

/** A phone writes a large page to a slow card in less. */
const WRITE_LIMIT_MS = 20_000

/** The device has too little room for a document. */
export class DeviceFull extends Error {
  constructor() {
    super('The device is full')
    this.name = 'DeviceFull'
  }
}

/** A file of one version of a document, by its name in shared/entities/prepared-document.ts. */
export type FilePlace = { id: string; version: string; name: string }

/** @throws DeviceFull */
export async function storeFile(place: FilePlace, file: Blob): Promise<void> {
  const cache = await inTime(caches.open(OFFLINE_CACHE))
  try {
    await inTime(cache.put(addressOf(place), new Response(file)), WRITE_LIMIT_MS)
  } catch (cause) {
    throw Object.assign(new DeviceFull(), { cause })
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

/** Removes a document, with all its versions. */
export function removeDocument(id: string): Promise<void> {
  return removeFiles((address) => isOf(id, address))
}

/** Removes the earlier versions of a document. */
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

/** Bytes that this site uses on the device, and may still use; null where the browser does not say. */
export type DeviceRoom = { used: number; free: number } | null

export async function deviceRoom(): Promise<DeviceRoom> {
  // Browsers without it have no service workers either.
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {}
  return usage === undefined || quota === undefined ? null : { used: usage, free: Math.max(0, quota - usage) }
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
