import { chapterTitle, listThemes, type ThemeSlug } from '../../catalogue/themes.ts'
import { type ExamSession, TRACK_CODES, type TrackCode } from '../../catalogue/tracks.ts'
import type { FileType, ResourceType } from '../../entities/resource.ts'
import { withoutAccents } from '../fold-text.ts'

/** The document that a file name describes. `chapter` is the chapter's title. */
export type NamedDocument = {
  track: TrackCode
  theme: ThemeSlug
  chapter: string
  year: string
  session: ExamSession
  resourceType: ResourceType
  type: FileType
}

/** Longer names are refused, which limits the work on untrusted text. */
const MAX_LENGTH = 200
const NAME =
  /^(?<track>[a-z]+)_(?<theme>[^.]+)_(?<chapter>\d{1,2})_(?<year>\d{4})_(?<session>[NR])_(?<kind>[a-z]+)(?<video>_video)?\.(?<ending>pdf|mp4)$/i

const SESSIONS = new Map<string, ExamSession>([
  ['N', 'Normale'],
  ['R', 'Rattrapage'],
])
const KINDS = new Map<string, ResourceType>([
  ['enonce', 'exercise'],
  ['correction', 'correction'],
  ['corrige', 'correction'],
  ['cours', 'course'],
  ['examen', 'exam'],
])

/**
 * Parses a file name of the pattern `SM_Ondes_1_2019_N_enonce.pdf`: track, theme (slug or title), number of the chapter
 * among those that the track teaches, year, session, kind, then `_video` for a video that its ending does not show.
 * Capitals, accents and the signs between the words of a theme do not matter. Null for any other name.
 */
export function parseFileName(name: string): NamedDocument | null {
  if (name.length > MAX_LENGTH) return null
  const parts = NAME.exec(withoutAccents(name.trim()))?.groups
  if (!parts) return null
  const track = TRACK_CODES.find((code) => code.toLowerCase() === parts.track?.toLowerCase())
  const theme = track && themeNamed(track, parts.theme ?? '')
  const chapter = theme && chapterTitle(track, theme, Number(parts.chapter))
  const resourceType = KINDS.get(parts.kind?.toLowerCase() ?? '')
  const session = SESSIONS.get(parts.session?.toUpperCase() ?? '')
  const type: FileType = parts.ending?.toLowerCase() === 'pdf' ? 'pdf' : 'video'
  if (!track || !theme || !chapter || !resourceType || !session || (parts.video && type === 'pdf'))
    return null
  return { track, theme, chapter, year: parts.year ?? '', session, resourceType, type }
}

function themeNamed(track: TrackCode, name: string): ThemeSlug | undefined {
  const wanted = letters(name)
  return listThemes(track).find(({ slug, title }) => letters(slug) === wanted || letters(title) === wanted)
    ?.slug
}

function letters(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}
