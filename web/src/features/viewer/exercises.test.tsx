import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SUBJECT_PARTS, type SubjectPart, subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { sampleExercise, sampleSubject } from '#shared/entities/samples.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import { api } from '#web/lib/api/api.ts'
import { getSubject } from '#web/lib/api/public-routes.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import type { DocumentPart } from '#web/lib/documents/open-document.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { createPageClient, renderPage } from '#web/test/render-page.tsx'
import { exerciseAt, pagesOf } from './exercises.ts'
import { shownPages } from './pdf/page-range.ts'
import { ViewerDialog } from './viewer-dialog.tsx'

const exercises = [
  { ...sampleExercise, number: 1, title: 'Ondes', page: 1, correctionPage: 1, videoSeconds: 0 },
  { ...sampleExercise, number: 2, title: 'Dipôle RC', page: 3, correctionPage: 4, videoSeconds: 725 },
  { ...sampleExercise, number: 3, title: 'Chute libre', page: 3, correctionPage: null, videoSeconds: null },
]

test.each<[SubjectPart, number | null, number | null, number]>([
  ['statement', 1, null, 1],
  ['statement', 3, null, 2],
  ['statement', 3, 3, 3],
  ['statement', 4, 2, 3],
  ['correction', 1, 2, 1],
  ['correction', 9, null, 2],
  ['video', null, 3, 3],
  ['video', null, null, 1],
])('in the %s at page %s, with %s chosen, exercise %s is read', (part, page, chosen, number) => {
  expect(exerciseAt(exercises, part, page, chosen)?.number).toBe(number)
})

test.each<[SubjectPart, number, { from: number; until: number }]>([
  ['statement', 1, { from: 1, until: 3 }],
  ['statement', 3, { from: 3, until: 6 }],
  ['correction', 2, { from: 4, until: 6 }],
  ['correction', 3, { from: 1, until: 6 }],
  ['video', 1, { from: 1, until: 6 }],
])('in the %s of six pages, exercise %i has the pages %j', (part, number, expected) => {
  const exercise = exercises[number - 1]
  expect(exercise && shownPages(pagesOf(exercises, exercise, part), 6)).toEqual(expected)
})

test('shows all pages of a document that is shorter than its exercises say', () => {
  expect(shownPages({ from: 3, until: 4 }, 2)).toEqual({ from: 1, until: 2 })
})

const parts = SUBJECT_PARTS.map(
  (part): DocumentPart => ({
    id: subjectDocumentId(sampleSubject, part),
    label: part,
    title: `Document ${part}`,
    type: part === 'video' ? 'video' : 'pdf',
    available: true,
    isFree: false,
  }),
)
const request = { ...(parts[0] as DocumentPart), parts, exercise: 2 }

/** Opens, as a visitor to whom each document is locked, a paper whose exercises the page already has. */
function open() {
  authStore.dispatch({ type: 'ended' })
  const client = createPageClient()
  const { queryKey } = api(getSubject).queryOptions({ params: { id: subjectId(sampleSubject) } })
  client.setQueryData(queryKey, { ...publicSubject(sampleSubject), exercises })
  const sent = networkAnswers(json({}))
  const onClose = vi.fn()
  renderPage(<ViewerDialog request={request} onClose={onClose} />, '/', client)
  return { onClose, sent }
}

const shown = () => within(document.querySelector<HTMLElement>('dialog > div > :not([inert])') as HTMLElement)
const press = (name: string | RegExp) => userEvent.click(shown().getByRole('button', { name }))
const sees = (title: string) =>
  waitFor(() => expect(shown().getByRole('heading', { name: title })).toBeInTheDocument())

test('leads from an exercise to the other documents, and back returns to each, then to the page', async () => {
  const { onClose, sent } = open()
  await press("Corrigé de l'exercice 2")
  await sees('Document correction')
  await press("Vidéo de l'exercice 2")
  await sees('Document video')
  window.history.back()
  await sees('Document correction')
  window.history.back()
  await sees('Document statement')
  expect(onClose).not.toHaveBeenCalled()
  window.history.back()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(0)
})

test('lists the exercises with their points, and closes the list before the viewer', async () => {
  const { onClose } = open()
  const button = shown().getByRole('button', { name: 'Exercice 2, choisir un exercice' })
  await userEvent.click(button)
  const rows = shown().getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Exercice 1\u00a0: Ondes 3,25 points · page 1',
    'Exercice 2\u00a0: Dipôle RC 3,25 points · page 3',
    'Exercice 3\u00a0: Chute libre 3,25 points · page 3',
  ])
  expect(document.activeElement).toHaveTextContent('Dipôle RC')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(button)
  await press(/Chute libre/)
  expect(shown().getByRole('button', { name: 'Exercice 3, choisir un exercice' })).toHaveFocus()
})
