import * as v from 'valibot'
import type { SubjectKey, SubjectPart } from '../../catalogue/subjects.ts'
import {
  type ExamSession,
  listThemes,
  type Theme,
  type ThemeSlug,
  TRACK_CODES,
  type TrackCode,
  tracks,
} from '../../catalogue/tracks.ts'
import type { DocumentGuess } from '../../entities/inbox-file.ts'
import type { FileType, ResourceType } from '../../entities/resource.ts'
import { SubjectYear } from '../../entities/subject.ts'
import type { Place } from '../csv/resource-csv.ts'
import { withoutAccents } from '../fold-text.ts'

/** Longer names say nothing, which limits the work on untrusted text. */
const MAX_LENGTH = 200

/** Returns the meaning of each word of a list: `{ correction: 'corrige solution' }` gives a map of both words. */
function meanings<Meaning extends string>(words: Readonly<Partial<Record<Meaning, string>>>) {
  const lists = Object.entries(words) as [Meaning, string][]
  return new Map(lists.flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning] as const)))
}

const TYPES = meanings<FileType>({ pdf: 'pdf', video: 'mp4' })
/** The codes of the ministry's files: NS28F is the paper of the 'normale', RR28F the correction of the 'rattrapage'. */
const SESSIONS = meanings<ExamSession>({
  Normale: 'normale normal ns nr',
  Rattrapage: 'rattrapage ratt rs rr',
})
/** A single letter is a session beside the year only: elsewhere it may be a resistance. */
const SESSION_LETTERS = meanings<ExamSession>({ Normale: 'n', Rattrapage: 'r' })
const KINDS = meanings<ResourceType>({
  exercise: 'enonce sujet exercice exercices',
  correction: 'correction corrige solution reponse reponses nr rr',
  course: 'cours',
  exam: 'examen',
})
const CHAPTER_WORDS = new Set(['chapitre', 'chap', 'ch'])

/** Words that say nothing more of a paper. Any other word may be a theme that the track does not teach. */
const PAPER_WORDS = new Set(
  'bac baccalaureat epreuve examens national nationale physique physiques chimie session filiere option annee version francais francaise maroc biof officiel scan copie des les avec pour element elements video'.split(
    ' ',
  ),
)

/**
 * Reads from a file name which document it may be: 'SM_Ondes_1_2019_N_enonce.pdf'. Order, capitals, accents and the
 * signs between the words do not matter. A name without theme, chapter or other words is that of a paper's document.
 * When a name says two, such as two tracks, it is left open.
 */
export function guessDocument(name: string): DocumentGuess {
  const words = name.length > MAX_LENGTH ? [] : wordsOf(name)
  const type = typeIn(name, words)
  const track = trackIn(words)
  const place = placeIn(words, track)
  const kind = kindIn(words)
  const year = yearIn(words)
  const session = sessionIn(words, year)
  const isResource = place.theme !== null || kind === 'course'
  const isSubject = !isResource && (track ?? year ?? session) !== null && words.every(isOfPaper)
  return {
    action: isResource ? 'resource' : isSubject ? 'subject' : null,
    track,
    ...place,
    year,
    session,
    part: isSubject ? partOf(kind, type) : null,
    resourceType: kind,
    type,
  }
}

export function withType(guess: DocumentGuess, type: FileType): DocumentGuess {
  return { ...guess, type, part: guess.part && partOf(guess.resourceType, type) }
}

export function namedPaper(guess: DocumentGuess): (SubjectKey & { part: SubjectPart }) | null {
  const { action, track, year, session, part } = guess
  if (action !== 'subject' || !track || !year || !session || !part) return null
  return { track, year, session, part }
}

export function namedResource(guess: DocumentGuess): Place | null {
  const { action, track, theme, chapter, year, session, resourceType, type } = guess
  if (action !== 'resource' || !track || !theme || !chapter || !year || !session || !resourceType || !type)
    return null
  return { track, theme, chapter, year, session, resourceType, type }
}

function wordsOf(name: string): string[] {
  const text = withoutAccents(name.trim())
    .toLowerCase()
    .replace(/\.[a-z\d]{2,4}$/, '')
    .replaceAll('n°', ' ')
  return text.match(/[a-z]+|\d+/g) ?? []
}

function typeIn(name: string, words: readonly string[]): FileType | null {
  const type = TYPES.get(/\.([a-z\d]{2,4})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '') ?? null
  return type === 'pdf' && words.includes('video') ? null : type
}

function trackIn(words: readonly string[]): TrackCode | null {
  const named = tracks.filter(
    ({ code, label }) => words.includes(code.toLowerCase()) || beginsSomewhere(words, wordsOf(label)),
  )
  return onlyOne(named.map(({ code }) => code))
}

/** True when words in a row begin as these do: 'sciences mathématiques' as 'science math'. */
function beginsSomewhere(words: readonly string[], beginnings: readonly string[]): boolean {
  return words.some((_, at) => beginnings.every((begin, index) => words[at + index]?.startsWith(begin)))
}

/** Finds a chapter by its title, or by its theme with a number. Without a track, it is one that any track teaches. */
function placeIn(
  words: readonly string[],
  track: TrackCode | null,
): Pick<Place, 'theme' | 'chapter'> | { theme: ThemeSlug | null; chapter: null } {
  const themes = (track === null ? TRACK_CODES : [track]).flatMap(listThemes)
  const titled = themes
    .flatMap(({ slug, chapters }) => chapters.map((chapter) => ({ theme: slug, chapter })))
    .toSorted((one, other) => other.chapter.length - one.chapter.length)
    .find(({ chapter }) => endOf(words, chapter) > 0)
  if (titled) return titled
  for (const theme of themes) {
    const end = Math.max(endOf(words, theme.slug), endOf(words, theme.title))
    if (end > 0)
      return { theme: theme.slug, chapter: track === null ? null : numberedChapter(words, end, theme) }
  }
  return { theme: null, chapter: null }
}

function numberedChapter(words: readonly string[], end: number, { chapters }: Theme): string | null {
  const marker = words.findIndex((word) => CHAPTER_WORDS.has(word))
  const number = words[marker === -1 ? end : marker + 1] ?? ''
  if (/^\d{1,2}$/.test(number)) return chapters[Number(number) - 1] ?? null
  return chapters.length === 1 ? (chapters[0] ?? null) : null
}

function endOf(words: readonly string[], text: string): number {
  const wanted = wordsOf(text).join('')
  for (const start of words.keys()) {
    let run = ''
    for (let at = start; at < words.length && run.length < wanted.length; at += 1) {
      run += words[at]
      if (run === wanted) return at + 1
    }
  }
  return 0
}

/** A correction names what it corrects, so that its word decides. */
function kindIn(words: readonly string[]): ResourceType | null {
  const kinds = words.flatMap((word) => KINDS.get(word) ?? [])
  return kinds.includes('correction') ? 'correction' : onlyOne(kinds)
}

/** A school year such as 2022-2023 is that of its examination. */
function yearIn(words: readonly string[]): string | null {
  const [year = null, next, ...more] = [...new Set(words.filter((word) => v.is(SubjectYear, word)))]
  if (more.length > 0) return null
  return next === undefined ? year : Number(next) === Number(year) + 1 ? next : null
}

function sessionIn(words: readonly string[], year: string | null): ExamSession | null {
  const at = words.lastIndexOf(year ?? '')
  const beside = at === -1 ? [] : [words[at - 1], words[at + 1]]
  return onlyOne([
    ...words.flatMap((word) => SESSIONS.get(word) ?? []),
    ...beside.flatMap((word) => SESSION_LETTERS.get(word ?? '') ?? []),
  ])
}

/** Numbers and short words, such as 'de' and '28F', say nothing. */
function isOfPaper(word: string): boolean {
  if (word.length < 3 || /^\d/.test(word) || PAPER_WORDS.has(word)) return true
  return SESSIONS.has(word) || KINDS.has(word) || isOfTrack(word)
}

const TRACK_WORDS = tracks.flatMap(({ code, label }) => [code.toLowerCase(), ...wordsOf(label)])
const isOfTrack = (word: string) => TRACK_WORDS.some((begin) => word.startsWith(begin))

function partOf(kind: ResourceType | null, type: FileType | null): SubjectPart {
  if (type === 'video') return 'video'
  return kind === 'correction' ? 'correction' : 'statement'
}

function onlyOne<T>(values: readonly T[]): T | null {
  const [value, ...more] = new Set(values)
  return value === undefined || more.length > 0 ? null : value
}
