import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { chapterPath, paperPath } from '#shared/catalogue/page-path.ts'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import type { ThemeSlug } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { listQuestions } from '#shared/contract/admin/questions.ts'
import type { ManagedQuestion, QuestionStatus } from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#shared/writing/french-spaces.ts'
import { api } from '#web/lib/api/api.ts'
import { useOpenDocument } from '#web/lib/documents/open-document.ts'
import { formatDay } from '#web/lib/format/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/card.tsx'
import { Row, Stack } from '#web/ui/stack.tsx'
import { Table } from '#web/ui/table.tsx'
import { Tools } from '#web/ui/tools.tsx'
import { DataList } from '../data-list.tsx'
import { RefreshButton } from '../list-parts.tsx'
import { FilterField, useFilter } from '../list-search.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import styles from './questions.module.css'

const columns = ['À propos', 'Question', 'Élève', 'Réponse']
const labels: Record<QuestionStatus, string> = { open: 'Sans réponse', answered: 'Avec une réponse' }
const NONE: Record<QuestionStatus, string> = {
  open: 'Aucune question ne vous attend.',
  answered: 'Aucune question avec une réponse.',
}

/** The questions of students: open ones in the order of their arrival, answered ones newest first. */
export function QuestionQueue() {
  const { acceptsQuestions } = useSettings()
  return acceptsQuestions ? <Queue /> : <TurnedOff />
}

function TurnedOff() {
  return (
    <Stack>
      <h2>Questions</h2>
      <Alert kind="info">
        <p>
          Les questions sont désactivées. <Link to="/admin/parametres">Paramètres</Link>
        </p>
      </Alert>
    </Stack>
  )
}

function Queue() {
  const status = useFilter('etat', labels, 'open')
  const questions = useInfiniteQuery(
    api(listQuestions).infiniteQueryOptions({ query: { status: status.choice } }),
  )
  const [answered, setAnswered] = useState<ManagedQuestion | null>(null)
  const [drafts] = useState(() => new Map<string, string>())
  return (
    <DataList
      title="Questions"
      of={questions}
      error="Erreur lors du chargement des questions"
      keyBy="id"
      empty={NONE[status.choice]}
      renderItems={(items) => (
        <Table caption="Questions" columns={columns}>
          {items.map((question) => (
            <QuestionRow key={question.id} question={question} onAnswer={() => setAnswered(question)} />
          ))}
        </Table>
      )}
    >
      <Tools>
        <FilterField label="État" of={status} />
        <RefreshButton of={questions} />
      </Tools>
      {answered && <AnswerDialog question={answered} drafts={drafts} onClose={() => setAnswered(null)} />}
    </DataList>
  )
}

function QuestionRow({ question, onAnswer }: { question: ManagedQuestion; onAnswer: () => void }) {
  const { subject, text, email, createdAt, answer, published } = question
  return (
    <tr>
      <th scope="row" className={styles.about}>
        <About question={question} />
      </th>
      <td className={styles.text}>{text}</td>
      <td className={styles.asker}>
        {email}, le {formatDay(createdAt)}
      </td>
      <td>
        <Row>
          <Button
            variant="secondary"
            aria-label={`${answer === null ? 'Répondre' : 'Modifier'} : ${subject}`}
            onClick={onAnswer}
          >
            {answer === null ? 'Répondre' : 'Modifier'}
          </Button>
          {published && <Badge>Publiée</Badge>}
        </Row>
      </td>
    </tr>
  )
}

/** Leads to what a question is about: the exercise or chapter on its page, or the document. */
function About({ question: { subject, documentId, exercise, chapter } }: { question: ManagedQuestion }) {
  const openDocument = useOpenDocument()
  const title = withFrenchSpaces(subject)
  if (documentId === null) return chapter === null ? title : <Link to={pathOf(chapter)}>{title}</Link>
  const paper = parseSubjectDocumentId(documentId)
  if (paper && exercise !== null)
    return <Link to={`${paperPath(paper.subject)}?exercice=${exercise}`}>{title}</Link>
  const type = paper?.part === 'video' ? 'video' : 'pdf'
  return (
    <Button
      variant="link"
      onClick={() => openDocument({ id: documentId, title: subject, type, available: true })}
    >
      {title}
    </Button>
  )
}

function pathOf(chapter: string): string {
  const [track, theme, number] = chapter.split('/')
  return chapterPath(track as TrackCode, theme as ThemeSlug, Number(number))
}
