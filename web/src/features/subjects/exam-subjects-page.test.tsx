import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ManagedSubject } from '#shared/entities/subject.ts'
import { authStore } from '#web/lib/auth/auth-store.ts'
import { json, networkAnswers, noContent, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ExamSubjectsPage } from './exam-subjects-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const subject = createSample(ManagedSubject)
const becomeOwner = (isPrimaryOwner: boolean) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ isAdmin: true, isOwner: true, isPrimaryOwner }),
  })

test.each([
  ['Sujets SM', '/sujets-bac/sm'],
  ['Sujets PC', '/sujets-bac/pc'],
  ['Sujets SVT', '/sujets-bac/svt'],
])('%s leads to %s', (name, address) => {
  renderPage(<ExamSubjectsPage />)
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address)
})

test.each([
  ['a visitor', () => authStore.dispatch({ type: 'ended' })],
  ['the second owner', () => becomeOwner(false)],
])('%s manages nothing here', (_, become) => {
  become()
  renderPage(<ExamSubjectsPage />)
  expect(screen.queryByRole('link', { name: /Téléverser/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('the primary owner uploads and deletes subjects', async () => {
  becomeOwner(true)
  const sent = networkAnswers(json({ items: [subject] }), noContent, json({ items: [] }))
  renderPage(<ExamSubjectsPage />)
  expect(await screen.findByRole('link', { name: 'Téléverser un sujet' })).toHaveAttribute(
    'href',
    '/sujets-bac/upload',
  )
  const row = within(await screen.findByRole('table', { name: 'Sujets enregistrés' })).getAllByRole('row')[1]
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Supprimer' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Supprimer le sujet' }))
  expect(dialog.getByText('Êtes-vous sûr de vouloir supprimer ce sujet ?')).toBeVisible()
  expect(dialog.getByText('Bac SM 2024 - Session Normale')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }))
  expect(await screen.findByText('Aucun sujet enregistré.')).toBeVisible()
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
  expect(screen.getByRole('heading', { name: 'Gestion des sujets (0)' })).toHaveFocus()
})

test('a deletion that is not confirmed is none', async () => {
  becomeOwner(true)
  const sent = networkAnswers(json({ items: [subject] }))
  renderPage(<ExamSubjectsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }))
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Supprimer' })).toHaveFocus()
  expect(sent).toHaveLength(1)
})

test('a failed deletion is told by an alert', async () => {
  becomeOwner(true)
  networkAnswers(json({ items: [subject] }), problem('INTERNAL_ERROR'))
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {})
  renderPage(<ExamSubjectsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
  await vi.waitFor(() =>
    expect(alert).toHaveBeenCalledWith('Une erreur est survenue lors de la suppression du sujet'),
  )
  expect(screen.getByRole('button', { name: 'Supprimer' })).toBeEnabled()
})

test('a list that cannot be loaded says so and can be asked for again', async () => {
  becomeOwner(true)
  networkAnswers(problem('INTERNAL_ERROR'), json({ items: [subject] }))
  renderPage(<ExamSubjectsPage />)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Une erreur est survenue lors du chargement des sujets',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByRole('table')).toBeVisible()
})
