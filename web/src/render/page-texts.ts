import type { PublishedAnswer } from '#shared/entities/question.ts'
import { escapeHtml, withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import buttons from '#web/ui/button.module.css'
import styles from '#web/ui/written.module.css'

// Texts of owners and students, which pages show without a script of their own.

/**
 * Returns a chapter's revision sheet as HTML; empty for none. The server has written it from Markdown. Its title stands
 * on the printed page, which has nothing else of the page.
 */
export function sheetHtml(chapter: string, html: string | undefined): string {
  if (html === undefined) return ''
  const title = escapeHtml(withFrenchSpaces(`Fiche de révision : ${chapter}`))
  const button = `<button type="button" class="${buttons.button} ${buttons.secondary}">Imprimer la fiche</button>`
  return `<article id="fiche" class="${styles.written} ${styles.sheet}"><h2>${title}</h2>${html}${button}</article>`
}

/**
 * Returns the answers of a page to questions of students as HTML: those about an exercise first, by its number. Empty
 * for none.
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
  return `<article data-answer="" class="${styles.written}"><h3>${lines}</h3>${answer}</article>`
}
