import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { type Access, authStore } from '#web/lib/auth/auth-state.ts'
import { showStoredSettings } from '#web/lib/settings.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SubjectTable } from './subject-table.tsx'
import { SubjectsPage } from './subjects-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

test('waits for the check of a stored session, so that no row grows later', async () => {
  authStore.dispatch({ type: 'checkStarted' })
  networkAnswers(json({ items: [] }))
  renderPage(<SubjectsPage track="PC" />)
  await act(async () => {})
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  act(() => authStore.dispatch({ type: 'ended' }))
  expect(await screen.findByRole('table')).toBeVisible()
})

test.each([
  ['a visitor', () => authStore.dispatch({ type: 'ended' })],
  ['a free account', () => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })],
])('while no offer is sold, %s reads so once above the table, whose cells show a lock', async (_, comes) => {
  act(() => showStoredSettings({ ...sampleSettings, premiumValidUntil: '2020-07-10' }))
  comes()
  const subjects = (['Normale', 'Rattrapage'] as const).map((session) =>
    createSample(SubjectItem, { id: `bac-PC-2024-${session}`, year: '2024', session, isFree: false }),
  )
  networkAnswers(json({ items: subjects }))
  renderPage(<SubjectsPage track="PC" />)
  const table = await screen.findByRole('table')
  expect(screen.getAllByRole('link', { name: 'Offre en préparation' })).toHaveLength(1)
  expect(within(table).queryByRole('link', { name: 'Offre en préparation' })).not.toBeInTheDocument()
  expect(within(table).getAllByText('Premium')).toHaveLength(2)
  expect(table.querySelectorAll('.lucide-lock')).toHaveLength(2)
})

describe('the table of papers', () => {
  const subject = (year: string, session: 'Normale' | 'Rattrapage', hasFile = true): SubjectItem =>
    createSample(SubjectItem, {
      id: `bac-SM-${year}-${session}`,
      year,
      session,
      hasFile,
      size: null,
      pages: null,
    })
  const items = [subject('2024', 'Normale'), subject('2023', 'Normale', false), subject('2023', 'Rattrapage')]

  const show = (access: Access, subjects = items) =>
    renderPage(<SubjectTable caption="Sujets Science Math" subjects={subjects} access={access} />)
  const row = (year: number) => screen.getByRole('row', { name: new RegExp(`^${year}`) })

  test.each<Access>(['visitor', 'free'])('a cell offers only Premium, access %s', (access) => {
    show(access)
    const links = within(row(2023)).getAllByRole('link', { name: 'Passer en Premium' })
    expect(links).toHaveLength(2)
    expect(links[0]).toHaveAttribute('href', '/premium')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('a cell with Premium opens and saves what has a file, and leads to the page of the paper', async () => {
    const { openDocument } = show('premium')
    expect(within(row(2023)).getAllByRole('button', { name: 'Voir' })).toHaveLength(2)
    expect(within(row(2023)).getAllByRole('button', { name: 'Télécharger' })).toHaveLength(1)
    const details = within(row(2023)).getByRole('link', {
      name: 'Détails, Bac SM 2023 - Session Rattrapage',
    })
    expect(details).toHaveAttribute('href', '/sujets-bac/sm/2023-rattrapage')
    await userEvent.click(within(row(2024)).getByRole('button', { name: 'Voir' }))
    expect(openDocument.mock.lastCall?.[0]).toMatchObject({
      id: 'bac-SM-2024-Normale',
      title: 'Bac SM 2024 - Session Normale',
      type: 'pdf',
      available: true,
    })
  })

  test.each<Access>(['visitor', 'free'])('a cell opens a free statement, access %s', async (access) => {
    const free = { isFree: true, hasCorrection: true, correction: { size: 1, pages: 1 } }
    const { openDocument } = show(access, [{ ...subject('2024', 'Normale'), ...free }])
    expect(row(2024)).toHaveTextContent('Gratuit · Corrigé')
    await userEvent.click(within(row(2024)).getByRole('button', { name: 'Voir' }))
    expect(openDocument.mock.lastCall?.[0]).toMatchObject({
      id: 'bac-SM-2024-Normale',
      parts: [
        { label: 'Sujet', isFree: true },
        { id: 'bac-SM-2024-Normale-correction', label: 'Corrigé', isFree: false },
      ],
    })
    expect(within(row(2024)).queryByRole('button', { name: 'Télécharger' })).not.toBeInTheDocument()
  })
})
