import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Bucket, type ObjectHeaders, pack, unpack } from './bucket.ts'
import type { SiteObject } from './edge/static-site.ts'

/** Files that are not finished yet. */
const UNFINISHED = '.unfinished-'

/**
 * A bucket whose objects never change, in a folder that several processes may use at once: what one of them stores, the
 * others have. An object that one of them deletes is gone for that process alone.
 */
export class SharedBucket implements Bucket {
  readonly #folder: string
  readonly #deleted = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  get(key: string): SiteObject | null {
    if (this.#deleted.has(key)) return null
    try {
      return unpack(readFileSync(this.#fileOf(key)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  list(prefix: string): string[] {
    return readdirSync(this.#folder)
      .filter((file) => !file.startsWith(UNFINISHED))
      .map(decodeURIComponent)
      .filter((key) => key.startsWith(prefix) && !this.#deleted.has(key))
  }

  put(key: string, body: Buffer, headers: ObjectHeaders): void {
    const unfinished = join(this.#folder, `${UNFINISHED}${randomUUID()}`)
    writeFileSync(unfinished, pack(body, headers))
    // Another process never reads half an object.
    renameSync(unfinished, this.#fileOf(key))
    this.#deleted.delete(key)
  }

  delete(key: string): void {
    this.#deleted.add(key)
  }

  #fileOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key))
  }
}

/** Joins two buckets. @param isOfFirst true for the keys that the first one has; the second has all others */
export function splitBucket(isOfFirst: (key: string) => boolean, first: Bucket, second: Bucket): Bucket {
  const bucketOf = (key: string) => (isOfFirst(key) ? first : second)
  return {
    get: (key) => bucketOf(key).get(key),
    list: (prefix) => [...first.list(prefix), ...second.list(prefix)],
    put: (key, ...object) => bucketOf(key).put(key, ...object),
    delete: (key) => bucketOf(key).delete(key),
  }
}

const KEPT_MS = 24 * 60 * 60 * 1000

/** Returns the folder of what one version of the code makes, and removes those that were not used for a day. */
export function folderOfVersion(cache: string, version: string): string {
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  utimesSync(folder, new Date(), new Date())
  for (const name of readdirSync(dirname(folder))) {
    const path = join(cache, name)
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
  return folder
}
