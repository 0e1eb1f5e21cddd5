import { OFFLINE_CACHE } from '#shared/domain/documents/offline-cache.ts'

/** The device has too little room for a document. */
export class DeviceFull extends Error {
  constructor() {
    super('The device is full')
    this.name = 'DeviceFull'
  }
}

/** Stores a document's bytes. @throws DeviceFull */
export async function storeFile(id: string, parts: BlobPart[]): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE)
  try {
    await cache.put(addressOf(id), new Response(new Blob(parts, { type: 'application/pdf' })))
  } catch (cause) {
    throw Object.assign(new DeviceFull(), { cause })
  }
}

/** Returns a document's bytes, which stay on the disk until they are read; null when the browser has dropped them. */
export async function readFile(id: string): Promise<Blob | null> {
  const stored = await caches.match(addressOf(id), { cacheName: OFFLINE_CACHE })
  return stored ? stored.blob() : null
}

export async function removeFile(id: string): Promise<void> {
  await (await caches.open(OFFLINE_CACHE)).delete(addressOf(id))
}

/** Removes the cache itself: the service worker fetches the viewer of each new version ahead while it exists. */
export async function removeAllFiles(): Promise<void> {
  await caches.delete(OFFLINE_CACHE)
}

/** Removes the files of documents that are not on the list: their list may have been lost. */
export async function removeOtherFiles(ids: readonly string[]): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE)
  const known = new Set(ids.map((id) => new URL(addressOf(id), window.location.href).href))
  const others = (await cache.keys()).filter(({ url }) => !known.has(url))
  await Promise.all(others.map((request) => cache.delete(request)))
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

function addressOf(id: string): string {
  return `/offline/${encodeURIComponent(id)}`
}
