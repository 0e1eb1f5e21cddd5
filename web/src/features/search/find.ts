/** A searchable item: its title, and other words that lead to it. */
export type Findable = { title: string; otherWords: string }

/** An item with its words, split once for many searches. */
export type Indexed<T> = { of: T; title: readonly string[]; others: readonly string[]; length: number }

/** Words that a query may hold without meaning, as in 'les lois de Newton'. */
const FILLERS = new Set('a au aux d de des du en et l la le les un une'.split(' '))

/** Shortest part of a word that matches inside it; fewer letters would match everything. */
const SHORTEST_INSIDE = 3

/** The words of a text without case, accents and punctuation: "L'énergie" gives 'l', 'energie'. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Prepares an item for `find`. */
export function index<T extends Findable>(of: T): Indexed<T> {
  return { of, title: wordsOf(of.title), others: wordsOf(of.otherWords), length: of.title.length }
}

/**
 * Items that contain every word of the query, or a word that begins with it, in any order. Best first: words of the title
 * before others, whole words before beginnings, then shorter titles, then the given order.
 */
export function find<T>(things: readonly Indexed<T>[], query: string): T[] {
  const words = queryWords(query)
  if (words.length === 0) return []
  return things
    .map((thing) => ({ thing, distance: total(words.map((word) => distanceTo(thing, word))) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance || one.thing.length - other.thing.length)
    .map(({ thing }) => thing.of)
}

function queryWords(query: string): string[] {
  const words = wordsOf(query)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

function distanceTo(thing: Indexed<unknown>, word: string): number {
  // 'ondes' also matches 'onde'.
  const singular = /^\p{L}{3,}[sx]$/u.test(word) ? word.slice(0, -1) : word
  return Math.min(
    nearness(thing.title, word),
    nearness(thing.others, word) + 3,
    nearness(thing.title, singular) + 2,
    nearness(thing.others, singular) + 5,
    word.length >= SHORTEST_INSIDE && thing.title.some((other) => other.includes(word)) ? 8 : Infinity,
  )
}

/** 0 for the whole word, 1 for the beginning of one, else infinity. */
function nearness(words: readonly string[], word: string): number {
  if (words.includes(word)) return 0
  return words.some((other) => other.startsWith(word)) ? 1 : Infinity
}

function total(distances: readonly number[]): number {
  return distances.reduce((sum, distance) => sum + distance, 0)
}
