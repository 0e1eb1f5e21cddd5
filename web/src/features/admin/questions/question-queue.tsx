import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paperPath } from '#shared/catalogue/page-path.ts'
import { parseSubjectDocumentId } from '#shared/catalogue/subjects.ts'
import { listQuestions } from '#shared/contract/admin/questions.ts'
import type { ManagedQuestion, QuestionStatus } from '#shared/entities/question.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api } from '#web/lib/api/api.ts'
import { formatDay } from '#web/lib/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge, Row, Stack } from '#web/ui/card.tsx'
import { Alert } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { DataList } from '../data-list.tsx'
import { DocumentLink, RefreshButton, Tools } from '../list-parts.tsx'
import { FilterField, useFilter } from '../list-search.tsx'
import { parsePlace } from '../sheets/sheet-place.ts'
import { AnswerDialog, type Drafts } from './answer-dialog.tsx'
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
  if (acceptsQuestions) return <Queue />
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
  const [drafts] = useState<Drafts>(() => new Map())
  const [opened, setOpened] = useState<ManagedQuestion | null>(null)
  // An answered question is changed by itself; an open one is followed by the next that waits.
  const listed = questions.data?.pages.flatMap(({ items }) => items) ?? []
  const after = listed.findIndex(({ id }) => id === opened?.id) + 1
  const next = [...listed.slice(after), ...listed].find(
    ({ id, answer }) => answer === null && id !== opened?.id,
  )
  const followed = opened?.answer === null && next ? next : null
  return (
    <>
      <DataList
        title="Questions"
        of={questions}
        error="Erreur lors du chargement des questions"
        keyBy="id"
        empty={NONE[status.choice]}
        renderItems={(items) => (
          <Table caption="Questions" columns={columns}>
            {items.map((question) => (
              <QuestionRow key={question.id} question={question} onOpen={() => setOpened(question)} />
            ))}
          </Table>
        )}
      >
        <Tools>
          <FilterField label="État" of={status} />
          <RefreshButton of={questions} />
        </Tools>
      </DataList>
      {opened && (
        <AnswerDialog
          key={opened.id}
          question={opened}
          drafts={drafts}
          hasNext={followed !== null}
          onSent={() => setOpened(followed)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function QuestionRow({ question, onOpen }: { question: ManagedQuestion; onOpen: () => void }) {
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
            onClick={onOpen}
          >
            {answer === null ? 'Répondre' : 'Modifier'}
          </Button>
          {published && <Badge>Publiée</Badge>}
        </Row>
      </td>
    </tr>
  )
}

function About({ question: { subject, documentId, exercise, chapter } }: { question: ManagedQuestion }) {
  const title = withFrenchSpaces(subject)
  if (documentId === null) {
    const page = parsePlace(chapter)?.page
    return page ? <Link to={page}>{title}</Link> : title
  }
  const paper = parseSubjectDocumentId(documentId)
  if (paper && exercise !== null)
    return <Link to={`${paperPath(paper.subject)}?exercice=${exercise}`}>{title}</Link>
  return (
    <DocumentLink id={documentId} title={subject} type={paper?.part === 'video' ? 'video' : 'pdf'}>
      {title}
    </DocumentLink>
  )
}
