import { captionsText } from './captions.ts'
import { type Content, padded, stored } from './content.ts'
import { type DemoFile, demoFileOf, LONG_FILM_BYTES, LONG_FILM_ID } from './demo-files.ts'
import { drawPaper, paperTitle } from './paper.ts'
import { readOrMakeVideo } from './video.ts'
import { weightOf } from './weights.ts'

/** What the Drive says of a file. */
export type FileFacts = {
  id: string
  name: string
  mimeType: string
  size: number
  lastModified: string
  isTrashed: boolean
  canDownload: boolean
}

/** A file as the Drive hands it out. */
export type StoredFile = FileFacts & Content

const LAST_MODIFIED = new Date('2025-01-01T00:00:00Z').toUTCString()
const KEPT_FILES = 64

const FORMS = {
  pdf: { mimeType: 'application/pdf', ending: 'pdf' },
  video: { mimeType: 'video/mp4', ending: 'mp4' },
  captions: { mimeType: 'text/vtt', ending: 'vtt' },
} as const

/** The files of the local Drive: made when first asked for, the latest kept in memory. */
export class DriveFiles {
  readonly #videoPath: string
  readonly #kept = new Map<string, Promise<StoredFile>>()

  /** @param videoPath where the one film is kept between runs */
  constructor(videoPath: string) {
    this.#videoPath = videoPath
  }

  /** What is known of a file, or null when the Drive does not know it. Where its size is written down nothing is drawn. */
  async describe(id: string): Promise<FileFacts | null> {
    const file = demoFileOf(id)
    if (!file) return null
    const { size } = weightOf(id)
    return size === null ? this.find(id) : { ...factsOf(file), size }
  }

  /** The file of an id, or null when the Drive does not know it. */
  async find(id: string): Promise<StoredFile | null> {
    const file = demoFileOf(id)
    if (!file) return null
    const made = this.#kept.get(id) ?? this.#make(file)
    this.#kept.delete(id)
    this.#kept.set(id, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_FILES && oldest !== undefined) this.#kept.delete(oldest)
    made.catch(() => this.#kept.delete(id))
    return made
  }

  async #make(file: DemoFile): Promise<StoredFile> {
    return { ...factsOf(file), ...(await this.#contentOf(file)) }
  }

  async #contentOf(file: DemoFile): Promise<Content> {
    switch (file.type) {
      case 'pdf':
        return stored(await drawPaper(file))
      case 'captions':
        return stored(Buffer.from(captionsText()))
      case 'video': {
        const film = await readOrMakeVideo(this.#videoPath)
        return file.id === LONG_FILM_ID ? padded(film, LONG_FILM_BYTES) : stored(film)
      }
    }
  }
}

function factsOf(file: DemoFile): Omit<FileFacts, 'size'> {
  const { mimeType, ending } = FORMS[file.type]
  return {
    id: file.id,
    name: `${paperTitle(file)}.${ending}`,
    mimeType,
    lastModified: LAST_MODIFIED,
    isTrashed: file.state === 'trashed',
    canDownload: file.state !== 'locked',
  }
}
