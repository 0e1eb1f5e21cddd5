import type { FoundExercise, PublishedContent } from '#shared/contract/published-content.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import { packWords } from './packed-words.ts'
import { exerciseEntry, exercisePath, newestFirst } from './search-entries.ts'
import type { SearchEntry, StatementsFile } from './search-file.ts'

/** `entry`: null for a result of the other file. */
type Result = { to: string; words: readonly string[]; entry: SearchEntry | null }

type StatementContent = Pick<PublishedContent, 'subjects' | 'exercises' | 'statements'>

/**
 * Returns the words of the exercises of statements. Those that the owner has entered are results of the other file; of a
 * paper without any, the text itself tells the exercises, and a result opens the statement at their page.
 */
export function statementsFile({ subjects, exercises, statements }: StatementContent): StatementsFile {
  const results = subjects.toSorted(newestFirst).flatMap((subject): Result[] => {
    const found = statements.get(subject.id) ?? []
    const entered = exercises.get(subject.id) ?? []
    if (entered.length === 0)
      return found.map((exercise) => {
        const entry = exerciseEntry(subject, exercise)
        const to = exercise.page === null ? entry.to : `${entry.to}&page=${exercise.page}`
        return { to, words: exercise.words, entry: { ...entry, to } }
      })
    return entered.flatMap((exercise) => {
      const words = wordsOf(found, exercise)
      return words ? [{ to: exercisePath(subject, exercise.number), words, entry: null }] : []
    })
  })
  return {
    entries: results.flatMap(({ entry }) => entry ?? []),
    addresses: results.map(({ to }) => to),
    ...packWords(results.map(({ words }) => words)),
  }
}

/** The text may be read in another way than the owner knows the paper: the exercise is then on another page. */
function wordsOf(found: readonly FoundExercise[], { number, page }: Exercise) {
  return found.find((each) => each.number === number && (page ?? each.page) === (each.page ?? page))?.words
}
