import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listOwnQuestions } from '#shared/contract/questions.ts'
import type { OwnQuestion } from '#shared/entities/question.ts'
import type { Profile } from '#shared/entities/user.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api } from '#web/lib/api/api.ts'
import { savePreferences } from '#web/lib/auth/preferences.ts'
import { formatMoroccanDay } from '#web/lib/moments.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, Card, classNames, Row } from '#web/ui/card.tsx'
import { EmptyState, Loadable } from '#web/ui/loadable.tsx'
import written from '#web/ui/written.module.css'
import styles from './own-questions.module.css'

/** A student's questions with the answers, the newest of both first. They are loaded on demand, or when an answer is new. */
export function OwnQuestions({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(profile.hasNewAnswer)
  if (profile.hasNewAnswer && !isOpen) setOpen(true)
  return (
    <section aria-labelledby="questions">
      <Card>
        <h2 id="questions">Mes questions</h2>
        {isOpen ? (
          <Questions isNew={profile.hasNewAnswer} />
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Voir mes questions et les réponses
            </Button>
          </div>
        )}
      </Card>
    </section>
  )
}

function Questions({ isNew }: { isNew: boolean }) {
  const questions = useQuery(api(listOwnQuestions).queryOptions({}))
  useReadAnswers(isNew, questions)
  return (
    <Loadable of={questions} error="Vos questions n'ont pas pu être chargées.">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState>
            Vous n'avez pas encore posé de question. Avec Premium, posez-en une depuis un document, un
            exercice ou un chapitre.
          </EmptyState>
        ) : (
          items.toSorted(newestFirst).map((question) => <OneQuestion key={question.id} question={question} />)
        )
      }
    </Loadable>
  )
}

type Fetched = { dataUpdatedAt: number; refetch: (options: { cancelRefetch: boolean }) => unknown }

/** A list that was fetched before the mark of a new answer came lacks the answer, and is fetched again. */
function useReadAnswers(isNew: boolean, { dataUpdatedAt, refetch }: Fetched): void {
  const newSince = useRef(0)
  useEffect(() => {
    if (!isNew) return
    newSince.current = Date.now()
    void refetch({ cancelRefetch: false })
  }, [isNew, refetch])
  useEffect(() => {
    // Without a network the mark stays, and goes with the next visit.
    if (isNew && dataUpdatedAt >= newSince.current)
      savePreferences({ hasReadAnswers: true }).catch(() => undefined)
  }, [isNew, dataUpdatedAt])
}

/** An answer that has just come stands first, also to an old question. */
function newestFirst(one: OwnQuestion, other: OwnQuestion): number {
  const at = ({ answeredAt, createdAt }: OwnQuestion) => answeredAt ?? createdAt
  return at(other).localeCompare(at(one))
}

function OneQuestion({ question }: { question: OwnQuestion }) {
  const { subject, text, answerHtml, answeredAt, createdAt, published } = question
  return (
    <div className={styles.question}>
      <Row>
        <h3 className={styles.subject}>{withFrenchSpaces(subject)}</h3>
        {published && <Badge>Publiée sans nom</Badge>}
      </Row>
      <p className="note">Posée le {formatMoroccanDay(createdAt)}</p>
      <p className={styles.text}>{text}</p>
      {answerHtml === null || answeredAt === null ? (
        <p className="note">En attente d'une réponse</p>
      ) : (
        <>
          <h4 className={styles.answered}>Réponse du {formatMoroccanDay(answeredAt)}</h4>
          {/* oxlint-disable-next-line react/no-danger -- the server has written it from Markdown, without the author's HTML */}
          <div className={classNames(written.written)} dangerouslySetInnerHTML={{ __html: answerHtml }} />
        </>
      )}
    </div>
  )
}
