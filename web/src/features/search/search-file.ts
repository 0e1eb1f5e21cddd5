import * as v from 'valibot'
import { TrackCode } from '#shared/entities/fields.ts'

const KINDS = ['chapter', 'theme', 'subject', 'exercise', 'video'] as const
export type SearchKind = (typeof KINDS)[number]

const SearchEntry = v.object({
  kind: v.picklist(KINDS),
  to: v.string(),
  track: TrackCode,
  title: v.string(),
  detail: v.nullable(v.string()),
  /** The titles of its chapters and themes; missing in files that a device stored before there were any. */
  topics: v.optional(v.string()),
  words: v.string(),
})
export type SearchEntry = v.InferOutput<typeof SearchEntry>

/** The file that the search loads first, made at each publication. */
export const SearchFile = v.object({ entries: v.array(SearchEntry) })
export type SearchFile = v.InferOutput<typeof SearchFile>

/** The file that it loads with the first letter: the words of the statements of papers. */
export const StatementsFile = v.object({
  /** Exercises that the owner has not entered. */
  entries: v.array(SearchEntry),
  /** The results of both files to which the lists of words belong. */
  addresses: v.array(v.string()),
  words: v.string(),
  lists: v.string(),
})
export type StatementsFile = v.InferOutput<typeof StatementsFile>

/** Some lists of words, written for their weight: each word once, with the lists that have it. */
type PackedWords = {
  /** In alphabetical order, each as the number of letters that it shares with the one before, and its other letters. */
  words: string
  /** For each word the numbers of its lists, each as the distance from the one before. */
  lists: string
}

/** Six bits a letter: five of a number, of which the lowest come first, and one where it goes on. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BITS = 5
const GOES_ON = 2 ** BITS

/** The number of shared letters is one digit. */
const SHARED_AT_MOST = 9

export function packWords(lists: readonly (readonly string[])[]): PackedWords {
  const pairs = lists.flatMap((words, list) => words.map((word) => ({ word, list })))
  const byWord = [...Map.groupBy(pairs, ({ word }) => word)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return {
    words: byWord.map(([word], at) => shorten(word, byWord[at - 1]?.[0] ?? '')).join(' '),
    lists: byWord
      .map(([, found]) => found.map(({ list }, at) => letters(list - (found[at - 1]?.list ?? 0))).join(''))
      .join(' '),
  }
}

function shorten(word: string, before: string): string {
  let shared = 0
  while (shared < SHARED_AT_MOST && shared < word.length && word[shared] === before[shared]) shared += 1
  return `${shared}${word.slice(shared)}`
}

function letters(value: number): string {
  if (value < GOES_ON) return LETTERS.charAt(value)
  return LETTERS.charAt(GOES_ON + (value % GOES_ON)) + letters(Math.floor(value / GOES_ON))
}

/** Returns the lists by their numbers; one without words may be missing. */
export function unpackWords({ words, lists }: PackedWords): string[][] {
  const unpacked: string[][] = []
  const numbers = lists.split(' ')
  let word = ''
  for (const [at, text] of words.split(' ').entries()) {
    word = word.slice(0, Number(text[0])) + text.slice(1)
    let list = 0
    let shift = 0
    for (const letter of numbers[at] ?? '') {
      const value = LETTERS.indexOf(letter)
      list += (value % GOES_ON) << shift
      shift = value < GOES_ON ? 0 : shift + BITS
      if (shift === 0) (unpacked[list] ??= []).push(word)
    }
  }
  return unpacked
}
