import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sampleReport } from '#shared/entities/samples.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ReportsPage } from './reports-page.tsx'

const list = (...items: object[]) => json({ items, nextCursor: null })

test('lists new reports, opens the document at its page, and saves a decision', async () => {
  const report = { ...sampleReport, text: '<b>Trop sombre</b>' }
  const sent = networkAnswers(list(report), json({ ...report, state: 'corrected' }), list())
  const { openDocument } = renderPage(<ReportsPage />)
  expect(await screen.findByText('<b>Trop sombre</b>')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: `${report.title}, page 3` }))
  expect(openDocument).toHaveBeenCalledWith(expect.objectContaining({ id: report.documentId, page: 3 }))

  await userEvent.click(screen.getByRole('button', { name: `Traiter : ${report.title}` }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Note (facultative)'), 'Page refaite')
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }))
  expect(await screen.findByText('Aucun signalement nouveau.')).toBeVisible()
  expect(screen.getByText('Signalement enregistré : corrigé')).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'PUT', body: { state: 'corrected', note: 'Page refaite' } })
})

test('shows the reports in the state that the address names', async () => {
  const sent = networkAnswers(list())
  renderPage(<ReportsPage />, '/admin/signalements?etat=closed')
  expect(await screen.findByText('Aucun signalement sans suite.')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('État'), 'Corrigé')
  expect(await screen.findByText('Aucun signalement corrigé.')).toBeVisible()
  expect(sent.map(({ address }) => new URL(address, 'http://x').searchParams.get('state'))).toEqual([
    'closed',
    'corrected',
  ])
})

test('closes a selection at once, and everything of a network, after a question', async () => {
  const reports = ['a', 'b', 'c'].map((id) => ({ ...sampleReport, id, title: `Sujet ${id}`, network: 'n' }))
  const young = { ...sampleReport, id: 'd', title: 'Sujet d', isFromYoungAccount: true }
  const sent = networkAnswers(
    list(...reports, young),
    json({ closed: 2 }),
    list(...reports.slice(2), young),
    json({ closed: 1 }),
    list(young),
  )
  renderPage(<ReportsPage />)
  expect(await screen.findAllByText('Compte récent')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Classer sans suite (0)' })).toBeDisabled()
  for (const id of ['a', 'b']) await userEvent.click(screen.getByLabelText(`Choisir : Sujet ${id}`))
  await userEvent.click(screen.getByRole('button', { name: 'Classer sans suite (2)' }))
  await userEvent.click(screen.getByRole('button', { name: 'Classer sans suite' }))
  expect(await screen.findByText('2 signalements classés')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Classer sans suite (0)' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: /réseau : Sujet d/ })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Classer tout de ce réseau : Sujet c' }))
  await userEvent.click(screen.getByRole('button', { name: 'Classer sans suite' }))
  expect(await screen.findByText('1 signalement classé')).toBeVisible()
  const changes = sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(changes).toEqual([{ ids: ['a', 'b'] }, { ids: ['c'], ofNetwork: true }])
})
