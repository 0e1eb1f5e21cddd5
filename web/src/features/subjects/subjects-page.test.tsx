import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { showStoredSettings } from '#web/lib/settings.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
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

test('focuses the subject that the address names', async () => {
  networkAnswers(
    json({
      items: [
        createSample(SubjectItem, {
          id: 'bac-PC-2019-Rattrapage',
          track: 'PC',
          year: '2019',
          session: 'Rattrapage',
        }),
      ],
    }),
  )
  renderPage(
    <main>
      <SubjectsPage track="PC" />
    </main>,
    '/sujets-bac/pc#2019-rattrapage',
  )
  const table = await screen.findByRole('table')
  const row = within(table).getByRole('row', { name: /^2019/ })
  await waitFor(() => expect(within(row).getAllByRole('cell')[1]).toHaveFocus())
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
