import { chapterWords } from '../../catalogue/chapter-words.ts'
import { chapterTitle, listThemes } from '../../catalogue/themes.ts'
import type { TrackCode } from '../../catalogue/tracks.ts'
import type { Exercise } from '../../entities/exercise.ts'
import { validationMessages as texts } from '../../entities/validation-messages.ts'
import type { FieldFault } from '../domain-error.ts'
import { foldText } from '../fold-text.ts'

/** A word in the title weighs more than one in the questions. */
const TITLE_WEIGHT = 6
/** Limit of the occurrences of a word in the questions that count. */
const COUNTED_AT_MOST = 3
/** Reached by one word in the title, or by several in the questions. */
const LEAST_SCORE = 4
const CHAPTERS_AT_MOST = 3

/**
 * Returns the chapters of a track that an exercise is about, by the catalogue's words in its title and its questions,
 * the most probable first.
 */
export function findChapters(track: TrackCode, title: string, questions: string): Exercise['chapters'] {
  const [inTitle, inQuestions] = [foldWords(title), foldWords(questions)]
  const found = listThemes(track).flatMap(({ slug, chapters }) =>
    chapters.map((chapter, index) => ({
      chapter: { theme: slug, chapter: index + 1 },
      score: score([foldWords(chapter).trim(), ...wordsOf(chapter)], inTitle, inQuestions),
    })),
  )
  const best = Math.max(...found.map(({ score: each }) => each))
  return found
    .filter(({ score: each }) => each >= LEAST_SCORE && each >= best / 2)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, CHAPTERS_AT_MOST)
    .map(({ chapter }) => chapter)
}

function wordsOf(chapter: string): readonly string[] {
  return (chapterWords as Record<string, readonly string[]>)[chapter] ?? []
}

function score(words: readonly string[], title: string, questions: string): number {
  return words
    .map(
      (word) =>
        TITLE_WEIGHT * Number(count(title, word) > 0) + Math.min(COUNTED_AT_MOST, count(questions, word)),
    )
    .reduce((sum, each) => sum + each, 0)
}

/** Returns the number of occurrences of words in a folded text, in singular or plural. */
function count(text: string, word: string): number {
  return text.split(` ${word} `).length - 1 + (text.split(` ${word}s `).length - 1)
}

/** Returns the words of a text, each between blanks: ' suivi temporel d une reaction '. */
function foldWords(text: string): string {
  const words = foldText(text).match(/[a-z0-9]+/g)
  return ` ${(words ?? []).join(' ')} `
}

/** Returns the faults of chapters that the subject's track does not teach. */
export function untaughtChapters(
  { track }: { track: TrackCode },
  exercises: readonly Exercise[],
): FieldFault[] {
  return exercises.flatMap(({ chapters }, index) =>
    chapters.flatMap(({ theme, chapter }, place) =>
      chapterTitle(track, theme, chapter) === undefined
        ? [{ path: `exercises.${index}.chapters.${place}`, message: texts.chapter }]
        : [],
    ),
  )
}
