import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { type FileType, RESOURCE_TYPES, type ResourceType } from '#shared/entities/resource.ts'

/** Every file of the local Drive has an id with this prefix; any id of that form can be pasted as a new document. */
export const DEMO_PREFIX = 'demo-drive-'

/** An id as a person may paste it: the prefix, then at least 14 letters, digits, hyphens or underscores. */
export const DEMO_ID_FORM = `${DEMO_PREFIX}[A-Za-z0-9_-]{14,180}`

const DEMO_ID = new RegExp(`^${DEMO_ID_FORM}$`)

/** Beginnings of ids whose files cannot be delivered, after the prefix. */
export const FAULTY = { missing: 'introuvable-', trashed: 'corbeille-', locked: 'verrouille-' } as const

/** Too large for one answer of the streaming origin; nobody stores it. */
export const LONG_FILM_BYTES = 300 * 1024 * 1024
export const LONG_FILM_ID = `${DEMO_PREFIX}video-film-de-300-mo`
/** Too long for a phone to draw at once. */
export const LONG_PAPER_ID = `${DEMO_PREFIX}pdf-polycopie-de-60-pages`
export const LONG_PAPER_PAGES = 60

const CAPTIONS = 'captions-'

/** What a file of the local Drive shows. */
export type DemoFile = {
  id: string
  type: FileType | 'captions'
  state: 'fine' | 'trashed' | 'locked'
  topic:
    | { kind: 'bac'; track: TrackCode; year: string; session: ExamSession }
    | {
        kind: 'resource'
        track: TrackCode
        theme: string
        chapter: number
        year: string
        session: ExamSession
        resourceType: ResourceType
      }
    | { kind: 'other' }
}

const tracks = TRACK_CODES.join('|')
const sessions = EXAM_SESSIONS.join('|')
const BAC = new RegExp(`^pdf-bac-(${tracks})-(\\d{4})-(${sessions})\\b`)
const RESOURCE = new RegExp(
  `^(pdf|video)-(${tracks})-([a-z-]+)-(\\d+)-(\\d{4})-(${sessions})-(${RESOURCE_TYPES.join('|')})\\b`,
)

/** 'demo-drive-pdf-bac-SM-2023-Normale' */
export function bacFileId(track: TrackCode, year: string, session: ExamSession): string {
  return `${DEMO_PREFIX}pdf-bac-${track}-${year}-${session}`
}

/** 'demo-drive-pdf-SM-ondes-1-2019-Normale-exercise-a' ; `chapter` is the 1-based number within the theme. */
export function resourceFileId(
  type: FileType,
  topic: Omit<Extract<DemoFile['topic'], { kind: 'resource' }>, 'kind'>,
  part = '',
): string {
  const { track, theme, chapter, year, session, resourceType } = topic
  const words = [type, track, theme, chapter, year, session, resourceType, part].filter((word) => word !== '')
  return `${DEMO_PREFIX}${words.join('-')}`
}

/** The captions of a video: 'demo-drive-captions-SM-ondes-1-…' */
export function captionsFileId(videoFileId: string): string {
  return `${DEMO_PREFIX}${CAPTIONS}${videoFileId.slice(DEMO_PREFIX.length)}`
}

/** Reads an id of the local Drive; null when the Drive does not know it. */
export function demoFileOf(id: string): DemoFile | null {
  if (!DEMO_ID.test(id)) return null
  const rest = id.slice(DEMO_PREFIX.length)
  if (rest.startsWith(FAULTY.missing)) return null
  const state = rest.startsWith(FAULTY.trashed)
    ? 'trashed'
    : rest.startsWith(FAULTY.locked)
      ? 'locked'
      : 'fine'
  const [, track, year, session] = BAC.exec(rest) ?? []
  if (track && year && session) {
    const topic = { kind: 'bac', track: track as TrackCode, year, session: session as ExamSession } as const
    return { id, type: 'pdf', state, topic }
  }
  return resourceOf(id, rest) ?? { id, type: typeOf(rest), state, topic: { kind: 'other' } }
}

function typeOf(rest: string): DemoFile['type'] {
  if (rest.startsWith(CAPTIONS)) return 'captions'
  return rest.startsWith('video-') ? 'video' : 'pdf'
}

function resourceOf(id: string, rest: string): DemoFile | null {
  const [, type, track, theme, chapter, year, session, resourceType] = RESOURCE.exec(rest) ?? []
  if (!type || !track || !theme || !chapter || !year || !session || !resourceType) return null
  return {
    id,
    type: type as FileType,
    state: 'fine',
    topic: {
      kind: 'resource',
      track: track as TrackCode,
      theme,
      chapter: Number(chapter),
      year,
      session: session as ExamSession,
      resourceType: resourceType as ResourceType,
    },
  }
}
