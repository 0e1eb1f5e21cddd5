import MiniSearch from 'minisearch'
import { foldText } from '#shared/domain/fold-text.ts'
import type { SearchEntry, SearchKind } from './search-file.ts'

/** Words without meaning in a query, as in 'les lois de Newton'. */
const FILLERS = new Set('a au aux d de des du en et l la le les un une'.split(' '))

/** Among entries that match equally well, the page with more content comes first. */
const BOOST: Record<SearchKind, number> = { theme: 1.5, chapter: 1.5, subject: 1.5, video: 1.2, exercise: 1 }

/** The results of a query. */
export type Found = {
  /** Best first. */
  entries: readonly SearchEntry[]
  /** True when no entry has every word of the query, so that these have most of them. */
  isPartial: boolean
}

export type Find = (query: string) => Found

/**
 * Indexes entries by the words of their title and by the other words that lead to them, without case, accents, plural
 * endings and order. A query finds the entries with every word, or with words that begin so; where there are none,
 * words with typing errors; and where there are none again, the entries with most of the words.
 */
export function createFind(entries: readonly SearchEntry[]): Find {
  const index = new MiniSearch<{ id: number; title: string; words: string }>({
    fields: ['title', 'words'],
    tokenize: wordsOf,
    processTerm: termOf,
    searchOptions: {
      prefix: true,
      combineWith: 'AND',
      boost: { title: 3 },
      boostDocument: (id) => BOOST[entries[Number(id)]?.kind ?? 'exercise'],
    },
  })
  index.addAll(entries.map(({ title, words }, id) => ({ id, title, words })))
  const entriesOf = (results: readonly { id: number }[]) => results.flatMap(({ id }) => entries[id] ?? [])
  return (query) => {
    const complete = [index.search(query), index.search(query, { fuzzy: errorsAllowed })].find(
      ({ length }) => length > 0,
    )
    if (complete) return { entries: entriesOf(complete), isPartial: false }
    const partial = index.search(query, { fuzzy: errorsAllowed, combineWith: 'OR' })
    const matched = Math.max(0, ...partial.map(({ queryTerms }) => queryTerms.length))
    // An entry with less than half of the words answers another question.
    const isEnough = matched * 2 >= termsOf(query).length
    const closest = partial.filter(({ queryTerms }) => isEnough && queryTerms.length === matched)
    return { entries: entriesOf(closest), isPartial: closest.length > 0 }
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

function termsOf(query: string): string[] {
  return wordsOf(query).flatMap((word) => termOf(word) ?? [])
}

/**
 * Returns how many letters of a word may be wrong. Another year is another exam, and short words differ in one letter:
 * RL, RC.
 */
function errorsAllowed(term: string): number | false {
  if (term.length < 4 || /\d/.test(term)) return false
  return term.length < 6 ? 1 : 2
}
