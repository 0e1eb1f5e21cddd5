import type { Query } from 'minisearch'
import MiniSearch from 'minisearch'
import { chapterPath, STATEMENTS_FILE } from '#shared/catalogue/page-path.ts'
import { findTrack, listThemes, type TrackCode, tracks } from '#shared/catalogue/tracks.ts'
import { splitWords, termOf } from '#shared/domain/search-words.ts'
import { unpackWords } from './packed-words.ts'
import type { SearchEntry, SearchKind, StatementsFile } from './search-file.ts'

/** Among entries that match equally well, the page with more content comes first. */
const BOOST: Record<SearchKind, number> = { theme: 1.5, chapter: 1.5, subject: 1.5, video: 1.2, exercise: 1 }

/** Among entries that match equally well, the student's track comes first. */
const OWN_TRACK_BOOST = 1.1

export type Found = {
  /** Best first. */
  entries: readonly SearchEntry[]
  /** True when no entry has every word of the query, so that these have most of them. */
  isPartial: boolean
}

/** @param own the student's track */
export type Find = (query: string, own?: TrackCode | null) => Found

type Indexed = Pick<SearchEntry, 'title' | 'topics' | 'words'> & { id: number; text: string }

/** An exercise whose title has the word comes before one that has it in its questions. */
const FIELD_BOOST = { title: 3, text: 0.5 }

/** The fields in which a part inside a word is found; such a part of a synonym would surprise. */
const NAMES = ['title', 'topics']

/** Shorter parts are inside too many words. */
const SHORTEST_PART = 3

/** So little that a part inside a word comes after whole words and beginnings. */
const PART_BOOST = { title: 0.001, topics: 0.001 }

/**
 * Indexes entries by the words of their title, of their chapters and themes, and by the other words that lead to them,
 * without case, accents, plural endings and order. A query finds the entries with every word, or with words that begin
 * so or have it inside, exercises last; where there are none, words with typing errors; and where there are none again,
 * the entries with most of the words.
 */
export function createFind(entries: readonly SearchEntry[]): Find {
  const { index, rows, find } = openIndex(entries)
  index.addAll(rows)
  return find
}

export async function loadTexts(named: readonly SearchEntry[]): Promise<Find> {
  const response = await fetch(STATEMENTS_FILE, { signal: AbortSignal.timeout(10_000) })
  return createFindInTexts(named, (await response.json()) as StatementsFile)
}

/** A phone indexes so many entries with their texts before the next letter is shown. */
const INDEXED_AT_ONCE = 40

/** Does the same with the words of statements, which take a phone half a second, between the letters that are typed. */
export async function createFindInTexts(
  named: readonly SearchEntry[],
  statements: StatementsFile,
): Promise<Find> {
  const texts = unpackWords(statements).map(
    (words, at) => [statements.addresses[at] ?? '', words.join(' ')] as const,
  )
  const { index, rows, find } = openIndex([...named, ...statements.entries], new Map(texts))
  await index.addAllAsync(rows, { chunkSize: INDEXED_AT_ONCE })
  return find
}

/** @param texts the words of statements by the addresses of entries */
function openIndex(entries: readonly SearchEntry[], texts: ReadonlyMap<string, string> = new Map()) {
  const split = createTokenizer()
  const index = new MiniSearch<Indexed>({
    fields: [...NAMES, 'words', 'text'],
    // The words of statements are in the form in which they are compared.
    tokenize: (text, field) => (field === 'text' ? text.split(' ') : split(text)),
    processTerm: (term, field) => (field === 'text' ? term : termOf(term)),
    searchOptions: { prefix: true, combineWith: 'AND', boost: FIELD_BOOST },
  })
  const rows = entries.map(({ title, topics, words, to }, id): Indexed => {
    return { id, title, topics, words, text: texts.get(to) ?? '' }
  })
  const names = new Set(entries.flatMap(({ title, topics = '' }) => [...split(title), ...split(topics)]))
  const namesAround = (term: string) =>
    term.length < SHORTEST_PART ? [] : [...names].filter((name) => name.includes(term, 1))
  const anywhere = (word: string): Query[] => {
    const term = termOf(word)
    if (term === null) return []
    const inside = { queries: namesAround(term), fields: NAMES, prefix: false, boost: PART_BOOST }
    // Most exercises have a word that begins with the first letters.
    const inTexts = { queries: [word], fields: ['text'], prefix: term.length >= SHORTEST_PART }
    const inOthers = { queries: [word], fields: [...NAMES, 'words'] }
    return [{ combineWith: 'OR', queries: [inOthers, inTexts, inside] }]
  }
  const entriesOf = (results: readonly { id: number }[]) => results.flatMap(({ id }) => entries[id] ?? [])
  const find: Find = (query, own) => {
    const boostDocument = (id: number) => {
      const { kind = 'exercise', track = null } = entries[id] ?? {}
      return BOOST[kind] * (own && track === own ? OWN_TRACK_BOOST : 1)
    }
    const queries = split(query).flatMap(anywhere)
    const complete = [
      index.search({ combineWith: 'AND', queries }, { boostDocument }),
      index.search(query, { fuzzy: errorsAllowed, boostDocument }),
    ].find(({ length }) => length > 0)
    if (complete) return { entries: exercisesLast(entriesOf(complete)), isPartial: false }
    const partial = index.search(query, { fuzzy: errorsAllowed, combineWith: 'OR', boostDocument })
    const matched = Math.max(0, ...partial.map(({ queryTerms }) => queryTerms.length))
    // An entry with less than half of the words answers another question.
    const isEnough = matched * 2 >= queries.length
    const closest = partial.filter(({ queryTerms }) => isEnough && queryTerms.length === matched)
    return { entries: entriesOf(closest), isPartial: closest.length > 0 }
  }
  return { index, rows, find }
}

/** Moves the exercises behind the chapters, themes, papers and videos, which contain them. */
function exercisesLast(entries: readonly SearchEntry[]): SearchEntry[] {
  const isExercise = ({ kind }: SearchEntry) => Number(kind === 'exercise')
  return entries.toSorted((one, other) => isExercise(one) - isExercise(other))
}

/** Returns a function that splits each text once, since most entries share their topics and other words. */
function createTokenizer(): (text: string) => string[] {
  const known = new Map<string, string[]>()
  return (text) => {
    const words = known.get(text) ?? splitWords(text)
    known.set(text, words)
    return words
  }
}

/** Returns how many letters may be wrong: another year is another exam, and RL is not RC. */
function errorsAllowed(term: string): number | false {
  if (term.length < 4 || /\d/.test(term)) return false
  return term.length < 6 ? 1 : 2
}

// Kept apart from the other entries, which only the renderer makes.

export function catalogueEntries(): SearchEntry[] {
  return tracks.flatMap(({ code, slug }) =>
    listThemes(code).flatMap((theme): SearchEntry[] => [
      ...theme.chapters.map((title, at) => ({
        kind: 'chapter' as const,
        to: chapterPath(code, theme.slug, at + 1),
        track: code,
        title,
        detail: theme.title,
        topics: theme.title,
        words: `chapitre ${wordsOfTrack(code)}`,
      })),
      {
        kind: 'theme',
        to: `/${slug}#${theme.slug}`,
        track: code,
        title: theme.title,
        detail: theme.chapters.length === 1 ? '1 chapitre' : `${theme.chapters.length} chapitres`,
        words: `thème ${theme.part} ${wordsOfTrack(code)}`,
      },
    ]),
  )
}

export function wordsOfTrack(code: TrackCode): string {
  const { searchWords, label } = findTrack(code)
  return `${searchWords} ${label}`
}

/** Until its first file arrives it finds chapters and themes, until its second one nothing by the texts of papers. */
export type Search = { find: Find; status: 'loading' | 'loaded' | 'failed' | 'without-texts' }
