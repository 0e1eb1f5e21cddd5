import { readFileSync } from 'node:fs'
import { type SubjectKey, type SubjectPart, subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { DocumentSize } from '#shared/entities/file.ts'
import { type FileType, ResourceType } from '#shared/entities/resource.ts'
import { type DriveFile, type DriveFiles, storedContent } from '../drive/files.ts'
import { paperBytes, paperContent, paperFacts, receivedFiles } from './paper-files.ts'
import { exams, series } from './papers/papers.ts'

/** Every file of the local Drive has an id with this prefix; any id of that form can be pasted as a new document. */
export const DEMO_PREFIX = 'demo-drive-'

/** An id as a person may paste it: the prefix, then at least 14 letters, digits, hyphens or underscores. */
export const DEMO_ID_FORM = `${DEMO_PREFIX}[A-Za-z0-9_-]{14,180}`
const DEMO_ID = new RegExp(`^${DEMO_ID_FORM}$`)

export const FAULTY = { missing: 'introuvable-', trashed: 'corbeille-', locked: 'verrouille-' } as const

/** Too long for a phone to draw at once. */
export const LONG_PAPER_ID = `${DEMO_PREFIX}pdf-polycopie-de-60-pages`
/** Years whose papers of the first session are heavy: a scan in the first track, and one with whole fonts in others. */
const HEAVY_YEARS = ['2025', '2020', '2015', '2010']

const CAPTIONS = 'captions-'

type Topic = {
  track: TrackCode
  theme: string
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

function readDemoFile(name: string): Buffer {
  return readFileSync(new URL(`./files/${name}`, import.meta.url))
}

const video = readDemoFile('video.mp4')
const captions = readDemoFile('captions.vtt')

/** The PDF that stands for a document of this id, or for a received file of this name. */
export function paperNameOf(id: string): string {
  if (id === LONG_PAPER_ID) return 'long-paper'
  const rest = id.slice(DEMO_PREFIX.length)
  const { theme, resourceType } = RESOURCE.exec(rest)?.groups ?? {}
  const about = series.findIndex(({ themes }) => themes.some((each) => each === theme)) + 1
  if (about > 0) return `${resourceType === 'correction' ? 'series-correction' : 'series'}-${about}`
  const [, track] = new RegExp(`(?<![A-Za-z])(${tracks})(?![A-Za-z])`).exec(id) ?? []
  const template = (Math.max(0, TRACK_CODES.indexOf(track as TrackCode)) % exams.length) + 1
  if (/corr(?:ection|ig)/i.test(id)) return `correction-${template}`
  const { year = '', session } = BAC.exec(rest)?.groups ?? {}
  const isHeavy = session === EXAM_SESSIONS[0] && HEAVY_YEARS.includes(year)
  return `${isHeavy ? 'heavy-paper' : 'paper'}-${template}`
}

export const demoFiles: DriveFiles = { find: findDemoFile, list: listDemoFolder }

function findDemoFile(id: string): DriveFile | null {
  const rest = id.slice(DEMO_PREFIX.length)
  if (!DEMO_ID.test(id) || rest.startsWith(FAULTY.missing)) return null
  const received = receivedIds.indexOf(id)
  if (received !== -1) return receivedFile(received)
  const file = (ending: string, mimeType: string, content: DriveFile['content']) => ({
    name: folderNames.get(id) ?? `${rest}.${ending}`,
    mimeType,
    content,
    isTrashed: rest.startsWith(FAULTY.trashed),
    canDownload: !rest.startsWith(FAULTY.locked),
    resourceKey: null,
  })
  if (rest.startsWith(CAPTIONS)) return file('vtt', 'text/vtt', storedContent(captions))
  if (rest.startsWith('video-')) return file('mp4', 'video/mp4', storedContent(video))
  return file('pdf', 'application/pdf', paperContent(paperNameOf(id)))
}

/** Without making the file. */
export function demoSize(id: string): DocumentSize {
  const rest = id.slice(DEMO_PREFIX.length)
  if (rest.startsWith(FAULTY.missing)) return { size: null, pages: null }
  if (rest.startsWith('video-')) return { size: video.length, pages: null }
  const { size, pages } = paperFacts(paperNameOf(id))
  return { size, pages }
}

/** A shared folder for an import: its files are named by their content. */
export const DEMO_FOLDER_ID = `${DEMO_PREFIX}dossier-ondes`

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

export const DEMO_INBOX_ID = `${DEMO_PREFIX}dossier-de-reception`

const [firstTrack] = TRACK_CODES
const receivedIds = receivedFiles.map((_, index) => `${DEMO_PREFIX}fichier-recu-${firstTrack}-${index + 1}`)

function receivedFile(index: number): DriveFile {
  const { name = '', mimeType, content } = receivedFiles[index] ?? {}
  const isVideo = name.endsWith('.mp4')
  const paper = () => paperBytes(paperNameOf(name))
  const bytes = {
    picture: () => readDemoFile('receipt.jpg'),
    nothing: () => Buffer.alloc(0),
    'stored paper': paper,
    // Readers of both formats ignore what follows the end.
    own: () => Buffer.concat([isVideo ? video : paper(), Buffer.from('\n'.repeat(index + 1))]),
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
