import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectDetails } from '#shared/contract/subject-details.ts'
import type { OwnReport } from '#shared/entities/report.ts'
import { sampleReport } from '#shared/entities/samples.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ReportDialog } from './report-dialog.tsx'

const { documentId } = sampleReport
const { note: _note, type: _type, ...own } = sampleReport
const reports = (...items: OwnReport[]) => json({ items })
const Report = withQueries(ReportDialog)

function open(page: number | null) {
  const onClose = vi.fn()
  renderPage(<Report documentId={documentId} page={page} onClose={onClose} />)
  return onClose
}

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))

test('sends an existing page, the kind and the words, and thanks', async () => {
  const sent = networkAnswers(reports(), json(own, 201))
  const onClose = open(4)
  expect(screen.getByLabelText('Page')).toHaveValue('4')
  await userEvent.type(screen.getByLabelText('Page'), '{Backspace}0')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  expect(screen.getByText('La page doit être comprise entre 1 et 2 000')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Page'), '{Backspace}4')
  await userEvent.selectOptions(screen.getByLabelText('Que se passe-t-il ?'), 'Page manquante')
  await userEvent.type(screen.getByLabelText('Précisions (facultatif)'), ' La page <b>5</b> manque. ')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  expect(await screen.findByText('Merci ! Votre signalement est envoyé.')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    documentId,
    page: 4,
    kind: 'missing',
    text: 'La page <b>5</b> manque.',
  })
})

test('asks for no page of a video, and keeps the typed text when it is refused', async () => {
  const sent = networkAnswers(reports(), noNetwork)
  const onClose = open(null)
  expect(screen.queryByLabelText('Page')).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Précisions (facultatif)'), 'Floue')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Vérifiez votre connexion Internet')
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ page: null, text: 'Floue' })
  expect(screen.getByLabelText('Précisions (facultatif)')).toHaveValue('Floue')
  expect(onClose).not.toHaveBeenCalled()
})

test('a correction that a paper lacks is reported of the correction, without a page', async () => {
  const paper = 'bac-SM-2014-Normale'
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    if (typeof body === 'string') return json(own, 201)
    return address.startsWith('/api/subjects/')
      ? json(createSample(SubjectDetails, { id: paper, hasCorrection: false }))
      : reports({ ...own, documentId: `${paper}-correction`, kind: 'uncorrected', page: null })
  })
  renderPage(<Report documentId={paper} page={2} onClose={() => {}} />)
  expect(await screen.findByText(/^il manque le corrigé\s: envoyé le/)).toBeVisible()
  await screen.findByRole('option', { name: 'Il manque le corrigé' })
  await userEvent.selectOptions(screen.getByLabelText('Que se passe-t-il ?'), 'Il manque le corrigé')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  await waitFor(() =>
    expect(sent).toEqual([{ documentId: `${paper}-correction`, page: null, kind: 'uncorrected', text: '' }]),
  )
})
