import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type SubjectKey, type SubjectPart, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { chapterTitle, findTheme } from '#shared/catalogue/themes.ts'
import {
  EXAM_SESSIONS,
  type ExamSession,
  findTrack,
  TRACK_CODES,
  type TrackCode,
} from '#shared/catalogue/tracks.ts'
import { type DocumentSize, UNKNOWN_SIZE } from '#shared/entities/file.ts'
import { type FileType, ResourceType } from '#shared/entities/resource.ts'
import { type DriveFile, type DriveFiles, storedContent } from '../drive/files.ts'
import { longFilm } from '../drive/long-film.ts'
import { receivedFiles } from './received-files.ts'

/** Every file of the local Drive has an id with this prefix; any id of that form can be pasted as a new document. */
export const DEMO_PREFIX = 'demo-drive-'

/** An id as a person may paste it: the prefix, then at least 14 letters, digits, hyphens or underscores. */
export const DEMO_ID_FORM = `${DEMO_PREFIX}[A-Za-z0-9_-]{14,180}`
const DEMO_ID = new RegExp(`^${DEMO_ID_FORM}$`)

/** Beginnings of ids whose files cannot be delivered, after the prefix. */
export const FAULTY = { missing: 'introuvable-', trashed: 'corbeille-', locked: 'verrouille-' } as const

/** Too large for one answer of the streaming origin. */
const LONG_FILM_BYTES = 300 * 1024 * 1024
/** Ten minutes. */
const LONG_FILM_SLOWER = 100
export const LONG_FILM_ID = `${DEMO_PREFIX}video-film-de-300-mo`
/** Too long for a phone to draw at once. */
export const LONG_PAPER_ID = `${DEMO_PREFIX}pdf-polycopie-de-60-pages`
const LONG_PAPER_PAGES = 60
/** Pages of all other papers. */
const PAPER_PAGES = 3

const CAPTIONS = 'captions-'

type Topic = {
  track: TrackCode
  theme: string
  /** 1-based number within the theme. */
  chapter: number
  year: string
  session: ExamSession
  resourceType: ResourceType
}

/** 'demo-drive-pdf-bac-SM-2023-Normale-correction' */
export function bacFileId(key: SubjectKey, part: SubjectPart): string {
  return `${DEMO_PREFIX}${part === 'video' ? 'video' : 'pdf'}-${subjectDocumentId(key, part)}`
}

/** 'demo-drive-pdf-SM-ondes-1-2019-Normale-exercise' */
export function resourceFileId(type: FileType, topic: Topic, ending = ''): string {
  const { track, theme, chapter, year, session, resourceType } = topic
  return `${DEMO_PREFIX}${[type, track, theme, chapter, year, session, resourceType].join('-')}${ending}`
}

/** Names the captions of a video: 'demo-drive-captions-SM-ondes-1-…' */
export function captionsFileId(videoFileId: string): string {
  return `${DEMO_PREFIX}${CAPTIONS}${videoFileId.slice(DEMO_PREFIX.length)}`
}

const tracks = TRACK_CODES.join('|')
const sessions = EXAM_SESSIONS.join('|')
const BAC = new RegExp(`^(?:pdf|video)-bac-(?<track>${tracks})-(?<year>\\d{4})-(?<session>${sessions})\\b`)
const RESOURCE = new RegExp(
  `^(?:pdf|video)-(?<track>${tracks})-(?<theme>[a-z-]+)-(?<chapter>\\d+)-(?<year>\\d{4})-(?<session>${sessions})` +
    `-(?<resourceType>${ResourceType.options.join('|')})\\b`,
)

export const DOCUMENT_KINDS: Record<ResourceType, string> = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

/** Head lines of a paper. */
type Heading = { title: string; subtitle: string }

function headingOf(id: string): Heading {
  const rest = id.slice(DEMO_PREFIX.length)
  if (id === LONG_PAPER_ID)
    return { title: "Polycopié : exercices de toute l'année", subtitle: `${LONG_PAPER_PAGES} pages` }
  const bac = BAC.exec(rest)?.groups
  const topic = bac ?? RESOURCE.exec(rest)?.groups
  if (!topic) {
    const reference = createHash('sha256').update(id).digest('hex').slice(0, 8)
    return { title: 'Document de démonstration', subtitle: `Référence ${reference}` }
  }
  const { theme = '', chapter, resourceType, year, session } = topic
  const track = topic.track as TrackCode
  const subtitle = `Session ${session} ${year} - Filière ${findTrack(track).label}`
  const kind = rest.includes('-correction') ? 'Corrigé : ' : ''
  if (bac) return { title: `${kind}Examen national du baccalauréat`, subtitle }
  const about = chapterTitle(track, theme, Number(chapter)) ?? findTheme(track, theme)?.title ?? theme
  return { title: `${DOCUMENT_KINDS[resourceType as ResourceType]} : ${about}`, subtitle }
}

function readDemoFile(name: string): Buffer {
  return readFileSync(new URL(`./files/${name}`, import.meta.url))
}

/** A paper and its correction for each track, in the order of the tracks; they stand for every document. */
const templates = {
  papers: [1, 2, 3].map((number) => readDemoFile(`paper-${number}.pdf`)),
  corrections: [1, 2, 3].map((number) => readDemoFile(`correction-${number}.pdf`)),
  long: readDemoFile('long-paper.pdf'),
}
const video = readDemoFile('video.mp4')
const longContent = longFilm(video, { size: LONG_FILM_BYTES, slower: LONG_FILM_SLOWER })
const captions = readDemoFile('captions.vtt')

function templateOf(id: string): Buffer {
  if (id === LONG_PAPER_ID) return templates.long
  const [, track = ''] = new RegExp(`-(${tracks})-`).exec(id) ?? []
  const kind = id.includes('-correction') ? templates.corrections : templates.papers
  const index = Math.max(0, TRACK_CODES.indexOf(track as TrackCode))
  return kind[index % kind.length] ?? templates.long
}

/** The two texts of a template that differ from document to document, padded to their width. */
const TITLE = '@TITRE@'.padEnd(80, '.')
const SUBTITLE = '@SESSION@'.padEnd(60, '.')

/** Makes the paper of an id from its template, with its title and of the same size to the byte. */
function paperOf(id: string): Buffer {
  const { title, subtitle } = headingOf(id)
  const text = templateOf(id)
    .toString('latin1')
    .replaceAll(TITLE, fitText(title, TITLE.length))
    .replace(SUBTITLE, fitText(subtitle, SUBTITLE.length))
  return Buffer.from(text, 'latin1')
}

/** Writes a text of a PDF in Latin-1, escaped and of this length. */
function fitText(text: string, length: number): string {
  return text
    .replace(/[’\u2013\u2014]/g, (character) => (character === '’' ? "'" : '-'))
    .replace(/[()\\]|[^\u0020-\u00ff]/g, ' ')
    .padEnd(length)
    .slice(0, length)
}

/** The files of the local Drive. */
export const demoFiles: DriveFiles = { find: findDemoFile, list: listDemoFolder }

/** Reads an id of the local Drive; null when the Drive does not know it. */
function findDemoFile(id: string): DriveFile | null {
  const rest = id.slice(DEMO_PREFIX.length)
  if (!DEMO_ID.test(id) || rest.startsWith(FAULTY.missing)) return null
  const received = receivedIds.indexOf(id)
  if (received !== -1) return receivedFile(id, received)
  const { title, subtitle } = headingOf(id)
  const file = (ending: string, mimeType: string, content: DriveFile['content']) => ({
    name: folderNames.get(id) ?? `${title} - ${subtitle}.${ending}`,
    mimeType,
    content,
    isTrashed: rest.startsWith(FAULTY.trashed),
    canDownload: !rest.startsWith(FAULTY.locked),
    resourceKey: null,
  })
  if (rest.startsWith(CAPTIONS)) return file('vtt', 'text/vtt', storedContent(captions))
  if (id === LONG_FILM_ID) return file('mp4', 'video/mp4', longContent)
  if (rest.startsWith('video-')) return file('mp4', 'video/mp4', storedContent(video))
  return file('pdf', 'application/pdf', storedContent(paperOf(id)))
}

/** Returns the size of a file of the local Drive without making the file; null for unknown files. */
export function demoSize(id: string): DocumentSize {
  const rest = id.slice(DEMO_PREFIX.length)
  if (rest.startsWith(FAULTY.missing)) return UNKNOWN_SIZE
  if (id === LONG_FILM_ID) return { size: LONG_FILM_BYTES, pages: null }
  if (rest.startsWith('video-')) return { size: video.length, pages: null }
  const pages = id === LONG_PAPER_ID ? LONG_PAPER_PAGES : PAPER_PAGES
  return { size: templateOf(id).length, pages }
}

/** A shared folder for an import: its files are named by their content. */
export const DEMO_FOLDER_ID = `${DEMO_PREFIX}dossier-ondes`

/** Lists the names of the folder's files by id, in the order of the names. */
const folderNames: ReadonlyMap<string, string> = new Map(
  ['2015', '2016', '2017', '2018', '2019'].flatMap((year) =>
    (['correction', 'exercise'] as const).map((resourceType) => {
      const [track] = TRACK_CODES
      const topic = { track, theme: 'ondes', chapter: 1, year, session: 'Normale', resourceType } as const
      const ending = resourceType === 'correction' ? 'corrige' : 'enonce'
      return [resourceFileId('pdf', topic, '-dossier'), `${track}_Ondes_1_${year}_N_${ending}.pdf`] as const
    }),
  ),
)

/** The inbox folder of the demo's owner. */
export const DEMO_INBOX_ID = `${DEMO_PREFIX}dossier-de-reception`

const [firstTrack] = TRACK_CODES
/** The ids choose the template of the paper. */
const receivedIds = receivedFiles.map((_, index) => `${DEMO_PREFIX}fichier-recu-${firstTrack}-${index + 1}`)

function receivedFile(id: string, index: number): DriveFile {
  const { name = '', mimeType, content } = receivedFiles[index] ?? {}
  const isVideo = name.endsWith('.mp4')
  const bytes = {
    picture: () => readDemoFile('receipt.jpg'),
    nothing: () => Buffer.alloc(0),
    'stored paper': () => paperOf(id),
    // Readers of both formats ignore what follows the end.
    own: () => Buffer.concat([isVideo ? video : paperOf(id), Buffer.from('\n'.repeat(index + 1))]),
  }[content ?? 'own']()
  return {
    name,
    mimeType: mimeType ?? (isVideo ? 'video/mp4' : 'application/pdf'),
    content: storedContent(bytes),
    isTrashed: false,
    canDownload: true,
    resourceKey: null,
  }
}

function listDemoFolder(folderId = DEMO_FOLDER_ID): string[] | null {
  if (folderId === DEMO_INBOX_ID) return receivedIds
  return folderId === DEMO_FOLDER_ID ? [...folderNames.keys()] : null
}
