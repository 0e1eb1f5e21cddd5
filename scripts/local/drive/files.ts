import { createHash } from 'node:crypto'
import { type DemoFile, demoFileOf } from './demo-files.ts'
import { drawPaper, paperTitle } from './paper.ts'
import { readOrMakeVideo } from './video.ts'

/** A file with its bytes, as the Drive hands it out. */
export type StoredFile = {
  id: string
  name: string
  mimeType: 'application/pdf' | 'video/mp4'
  bytes: Uint8Array
  etag: string
  lastModified: string
}

const LAST_MODIFIED = new Date('2025-01-01T00:00:00Z').toUTCString()
const KEPT_FILES = 64

/** The files of the local Drive: made when first asked for, the latest kept in memory. */
export class DriveFiles {
  readonly #videoPath: string
  readonly #kept = new Map<string, Promise<StoredFile>>()

  /** @param videoPath where the one film is kept between runs */
  constructor(videoPath: string) {
    this.#videoPath = videoPath
  }

  /** The file of an id, or null when the Drive does not know it. */
  async find(id: string): Promise<StoredFile | null> {
    const file = demoFileOf(id)
    if (!file) return null
    const stored = this.#kept.get(id) ?? this.#make(file)
    this.#kept.delete(id)
    this.#kept.set(id, stored)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_FILES && oldest !== undefined) this.#kept.delete(oldest)
    stored.catch(() => this.#kept.delete(id))
    return stored
  }

  async #make(file: DemoFile): Promise<StoredFile> {
    const bytes = file.type === 'pdf' ? await drawPaper(file) : await readOrMakeVideo(this.#videoPath)
    return {
      id: file.id,
      name: `${paperTitle(file)}.${file.type === 'pdf' ? 'pdf' : 'mp4'}`,
      mimeType: file.type === 'pdf' ? 'application/pdf' : 'video/mp4',
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
      lastModified: LAST_MODIFIED,
    }
  }
}
