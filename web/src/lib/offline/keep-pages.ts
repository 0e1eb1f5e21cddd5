import type { PagesTicket } from '#shared/contract/files.ts'
import { MANIFEST_NAME, pictureName, TEXT_NAME } from '#shared/entities/prepared-document.ts'
import { fetchFiles, readManifest } from '../documents/prepared-document.ts'
import { type FilePlace, readFile, storeFile } from './offline-files.ts'

/** A page takes some 40 kB, for which a connection of its own would wait longer than it transfers. */
const AT_ONCE = 4

type KeepOptions = {
  /** The version that the device keeps now; null for none. */
  before: string | null
  signal: AbortSignal
  /** Receives the share that has arrived, from 0 to 1. */
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
