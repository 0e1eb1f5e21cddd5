import { foldText } from './fold-text.ts'

/** Words without meaning in a query, as in 'les lois de Newton'. */
const FILLERS = new Set('a au aux d de des du en et l la le les un une'.split(' '))

/** "L'énergie" gives 'l', 'energie'. */
export function splitWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** 'onde' for 'ondes'; null for a word without meaning. A word in this form stays as it is. */
export function termOf(word: string): string | null {
  if (FILLERS.has(word)) return null
  return word.replace(/^(\p{L}{3,}?)[sx]+$/u, '$1')
}
