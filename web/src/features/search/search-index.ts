import MiniSearch, { type Query } from 'minisearch'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { SearchEntry, SearchKind } from './search-file.ts'

/** Words without meaning in a query, as in 'les lois de Newton'. */
const FILLERS = new Set('a au aux d de des du en et l la le les un une'.split(' '))

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

type Indexed = Pick<SearchEntry, 'title' | 'topics' | 'words'> & { id: number }

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
  const split = createTokenizer()
  const index = new MiniSearch<Indexed>({
    fields: [...NAMES, 'words'],
    tokenize: split,
    processTerm: termOf,
    searchOptions: { prefix: true, combineWith: 'AND', boost: { title: 3 } },
  })
  index.addAll(entries.map(({ title, topics, words }, id) => ({ id, title, topics, words })))
  const names = new Set(entries.flatMap(({ title, topics = '' }) => [...split(title), ...split(topics)]))
  const namesAround = (term: string) =>
    term.length < SHORTEST_PART ? [] : [...names].filter((name) => name.includes(term, 1))
  const anywhere = (word: string): Query[] => {
    const term = termOf(word)
    if (term === null) return []
    const inside = { queries: namesAround(term), fields: NAMES, prefix: false, boost: PART_BOOST }
    return [{ combineWith: 'OR', queries: [word, inside] }]
  }
  const entriesOf = (results: readonly { id: number }[]) => results.flatMap(({ id }) => entries[id] ?? [])
  return (query, own) => {
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
    const words = known.get(text) ?? wordsOf(text)
    known.set(text, words)
    return words
  }
}

/** "L'énergie" gives 'l', 'energie'. */
function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the word in the form in which words are compared: 'onde' for 'ondes'; null for one without meaning. */
function termOf(word: string): string | null {
  if (FILLERS.has(word)) return null
  return /^\p{L}{3,}[sx]$/u.test(word) ? word.slice(0, -1) : word
}

/**
 * Returns how many letters of a word may be wrong. Another year is another exam, and short words differ in one letter:
 * RL, RC.
 */
function errorsAllowed(term: string): number | false {
  if (term.length < 4 || /\d/.test(term)) return false
  return term.length < 6 ? 1 : 2
}
