import { escapeHtml } from '#shared/domain/escape-html.ts'
import type { PublishedAnswer } from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#web/lib/format/french-spaces.ts'

/**
 * Returns the answers of a page to questions of students as HTML, which the page shows without a script of their own:
 * those about an exercise first, by its number. Empty for none.
 */
export function answersHtml(answers: readonly PublishedAnswer[] = []): string {
  if (answers.length === 0) return ''
  const sorted = answers.toSorted((one, other) => (one.exercise ?? 99) - (other.exercise ?? 99))
  return `<h2 id="reponses">Questions d'élèves</h2>${sorted.map(answerHtml).join('')}`
}

/** The server has written the answer from Markdown; the question is plain text. */
function answerHtml({ exercise, text, answerHtml: answer }: PublishedAnswer): string {
  const heading = exercise === null ? '' : `Exercice ${exercise} : `
  const lines = escapeHtml(withFrenchSpaces(heading + text)).replaceAll('\n', '<br>')
  return `<article data-answer><h3>${lines}</h3>${answer}</article>`
}
