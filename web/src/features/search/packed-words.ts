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
