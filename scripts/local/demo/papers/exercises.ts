import { readFileSync } from 'node:fs'
import type { ThemeSlug } from '#shared/catalogue/tracks.ts'
import type { Block } from './layout.ts'

type ExerciseText = {
  title: string
  chapters: (readonly [theme: ThemeSlug, title: string])[]
  statement: Block[]
  correction: Block[]
}

const FIGURE = /^\[(.+)\]$/
const CHAPTER = /^: ([a-z-]+) \/ (.+)$/

/**
 * Each begins with '# name', the title and a line ': theme / chapter' for each chapter; then each line is a paragraph,
 * '[figure]', '1. question' or '= answer'.
 */
const exercises = new Map(
  readFileSync(new URL('exercises.txt', import.meta.url), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((text) => text.split('\n').filter((line) => line !== ''))
    .map(([name = '', ...lines]) => [name, parseExercise(lines)]),
)

/**
 * Reads an exercise. Its text begins with the title and a line ': theme / chapter' for each chapter; then each line is a
 * paragraph, '[figure]', '1. question' or '= answer'.
 */
export function readExercise(name: string): ExerciseText {
  const found = exercises.get(name)
  if (!found) throw new Error(`No exercise has the name ${name}`)
  return found
}

function parseExercise([title = '', ...lines]: readonly string[]): ExerciseText {
  const text: ExerciseText = { title, chapters: [], statement: [], correction: [] }
  for (const line of lines) {
    const [, theme, chapter] = CHAPTER.exec(line) ?? []
    const [, figure] = FIGURE.exec(line) ?? []
    if (theme && chapter) text.chapters.push([theme as ThemeSlug, chapter])
    else if (figure) text.statement.push({ kind: 'figure', name: figure })
    else if (line.startsWith('= '))
      text.correction.push({ kind: 'answer', text: `Réponse : ${line.slice(2)}` })
    else if (/^\d\. /.test(line)) {
      const question = { kind: 'question', text: line } as const
      text.statement.push(question)
      text.correction.push(question)
    } else text.statement.push({ kind: 'text', text: line })
  }
  return text
}
