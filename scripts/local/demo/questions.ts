import * as v from 'valibot'
import { newPublicationId, newQuestionId } from '#functions/data/questions.ts'
import { subjectId, subjectTitle } from '#shared/catalogue/subjects.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { askedSeconds, chapterSubject } from '#shared/domain/questions.ts'
import { Question, QuestionInput } from '#shared/entities/question.ts'
import type { User } from '#shared/entities/user.ts'
import { renderText } from '#shared/writing/render-text.ts'

const DAY_MS = 24 * 3_600_000

const [first, track = first] = TRACK_CODES
const PAPER = { track, year: '2022', session: 'Normale' } as const
const paper = { documentId: subjectId(PAPER), subject: subjectTitle(PAPER) }
const chapterAt = (path: string) => ({
  chapter: `${track}/${path}`,
  subject: chapterSubject(`${track}/${path}`) ?? '',
})

/** Two published answers and two open questions of a student, by the days since they were asked. */
const entries = [
  {
    days: 9,
    about: { ...paper, exercise: 2, subject: `${paper.subject} - Exercice 2` },
    text: 'Madame, pourquoi la célérité ne change pas quand on change la fréquence du vibreur ? Salma',
    publishedText: 'Pourquoi la célérité ne change-t-elle pas quand on change la fréquence du vibreur ?',
    answer:
      "La célérité dépend du **milieu** seulement. Si la fréquence $f$ double, c'est la longueur d'onde qui est divisée par deux :\n\n$$v = \\lambda f$$",
  },
  {
    days: 6,
    about: chapterAt('electricite/1'),
    text: 'Comment on trouve la constante de temps sur la courbe ?',
    publishedText: 'Comment lit-on la constante de temps sur la courbe de charge ?',
    answer:
      "À $t = \\tau = RC$, la tension vaut $0{,}63\\,E$. Vous pouvez aussi tracer la tangente à l'origine : elle coupe l'asymptote à $t = \\tau$.",
  },
  {
    days: 2,
    about: { ...paper, exercise: 1, subject: `${paper.subject} - Exercice 1` },
    text: "Je ne comprends pas comment on repère l'équivalence.",
  },
  { days: 1, about: chapterAt('ondes/2'), text: 'Est-ce que la lumière est une onde mécanique ?' },
]

/** Returns the questions of a student of the demonstration, and the account that notes the open ones. */
export function demoQuestions(user: User): { questions: Question[]; account: User } {
  const questions = entries.map(({ days, about, text, publishedText, answer = null }) => {
    const now = new Date(Date.now() - days * DAY_MS)
    const at = now.toISOString()
    const input = v.parse(QuestionInput, { ...about, text })
    return v.parse(Question, {
      ...about,
      ...input,
      id: newQuestionId(user.id, input, now),
      userId: user.id,
      email: user.email,
      createdAt: at,
      updatedAt: at,
      ...(answer !== null && {
        answer,
        answerHtml: renderText(answer).html,
        answeredAt: new Date(now.getTime() + DAY_MS / 2).toISOString(),
        publication: { id: newPublicationId(), text: publishedText },
      }),
    })
  })
  const open = questions.filter((question) => question.answer === null)
  return {
    questions,
    account: { ...user, openQuestions: open.map(({ createdAt }) => askedSeconds(createdAt)) },
  }
}
