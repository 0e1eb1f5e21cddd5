import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { managedQuestion } from '#shared/domain/questions.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { QuestionQueue } from './question-queue.tsx'

const question = managedQuestion({
  ...sampleQuestion,
  email: 'salma.benali@exemple.test',
  text: 'Salma : pourquoi ? Mon numéro : 06 12 34 56 78',
})
beforeEach(() =>
  seedSettings({
    settings: { ...sampleSettings, acceptsQuestions: true },
    isOfferOver: false,
    isAnnounced: false,
    utcOffset: 0,
  }),
)

test('an answer is published once the question has no contact, and names in it are pointed out', async () => {
  const next = { ...question, id: `${question.id.slice(0, -1)}9`, text: 'La suivante ?' }
  const sent = networkAnswers(json({ items: [question, next], nextCursor: null }), json(question))
  renderPage(<QuestionQueue />)
  const [first] = await screen.findAllByRole('button', { name: /^Répondre/ })
  if (first) await userEvent.click(first)
  expect(screen.getByLabelText('Réponse')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Réponse'), 'Bonjour Benali')
  await userEvent.click(screen.getByLabelText('Publier sans nom'))
  expect(await screen.findByText(/adresse de l'élève.*Salma, Benali/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer et suivante' }))
  expect(await screen.findByText(/^Retirez l'adresse/)).toBeVisible()
  const page = screen.getByLabelText('Question sur la page')
  await userEvent.clear(page)
  await userEvent.type(page, 'Pourquoi ?')
  await userEvent.clear(screen.getByLabelText('Réponse'))
  await userEvent.type(screen.getByLabelText('Réponse'), 'Parce que')
  expect(screen.queryByText(/adresse de l'élève/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer et suivante' }))
  expect(await screen.findByText(/^Réponse envoyée/)).toBeVisible()
  const saved = { answer: 'Parce que', publish: true, publishedText: 'Pourquoi ?' }
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject(saved)
  const dialog = within(screen.getByRole('dialog', { name: 'Répondre' }))
  expect(dialog.getByText('La suivante ?')).toBeVisible()
  expect(dialog.getByLabelText('Réponse')).toHaveFocus()
})
