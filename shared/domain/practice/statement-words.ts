import type { Exercise } from '../../entities/exercise.ts'
import { splitWords, termOf } from '../search-words.ts'
import { findExercises } from './exercise-headings.ts'
import { LETTERS_AT_MOST } from './paper-line.ts'

export type StatementExercise = Pick<Exercise, 'number' | 'title' | 'page'> & {
  points: number | null
  words: [word: string, count: number][]
}

/** Words of an exercise that searches know: enough to find it, and too few to read it. */
export const WORDS_AT_MOST = 40

/** A word of a heading counts as often as one that the questions repeat. */
const HEADING_WEIGHT = 6

/** Rarer words are mostly read wrongly, and tell no more than those of so many exercises. */
const RARE = 2

/** Words that every statement has: they tell none from another. */
const COMMON = new Set(
  splitWords(`
    afin ainsi alors apres aussi autre avant avec avoir car ces cet cette ceux chaque comme dans deux donc donnee donner
    dont elle entre est etre fait fois font ils leur lors lorsque mais meme meter non nous obtenir obtient obtenu ont
    par pas pendant peut plus pour puis quand que quel quelle qui sans selon ses soit son sont sous suivant suivante sur
    tel telle tout toute tous tres trois une vers vous
    calculer choisir citer deduire definir demontrer determiner donner ecrire encadrer etablir etudier exprimer figure
    indiquer justifier montrer nommer preciser question recopier rappeler reponse reporter trouver verifier
    annee baccalaureat candidat copie document enonce etude examen exercice nationale page partie point sujet
  `).map(termOf),
)

/**
 * Formulas such as CH3COOH are looked for, and names of quantities such as v0 are not. Shorter words are these. A longer
 * one is a sentence without blanks, which would tell the text.
 */
const SHORT = new Set(['am', 'lc', 'ph', 'rc', 'rl'])
const isSearched = (term: string) =>
  (term.length <= LETTERS_AT_MOST && /\p{L}.*\p{L}.*\p{L}/u.test(term)) || SHORT.has(term)

/** Finds the exercises in the lines of a statement's pages, and counts their words; a scan has none. */
export function readStatement(pages: readonly (readonly string[])[]): StatementExercise[] {
  return findExercises(pages).map(({ number, title, points, page, headings, questions }) => ({
    number,
    title,
    points,
    page,
    words: countWords(headings.join(' '), questions),
  }))
}

function countWords(headings: string, questions: string): StatementExercise['words'] {
  const counts = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of splitWords(text).map(termOf)) {
      if (term === null || COMMON.has(term) || !isSearched(term)) continue
      counts.set(term, (counts.get(term) ?? 0) + weight)
    }
  }
  add(headings, HEADING_WEIGHT)
  // A word that a hyphen divides at the end of a line.
  add(questions.replace(/(\p{L})- (?=\p{Ll})/gu, '$1'), 1)
  return [...counts]
}

/** In alphabetical order: words that an exercise repeats or has in a heading, and that few other exercises have. */
export function tellingWords(exercises: readonly Pick<StatementExercise, 'words'>[]): string[][] {
  const spread = new Map<string, number>()
  for (const { words } of exercises) for (const [word] of words) spread.set(word, (spread.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + exercises.length / (RARE + (spread.get(word) ?? 0)))
  return exercises.map(({ words }) =>
    words
      .map(([word, count]) => ({ word, weight: Math.log2(1 + count) * rarity(word) }))
      .toSorted((one, other) => other.weight - one.weight || (one.word < other.word ? -1 : 1))
      .slice(0, WORDS_AT_MOST)
      .map(({ word }) => word)
      .toSorted(),
  )
}
