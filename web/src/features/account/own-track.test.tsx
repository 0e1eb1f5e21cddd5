import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { OwnTrack } from './own-track.tsx'

vi.mock('#web/lib/auth/session.ts', () => ({ session: { live: () => ({ renew: async () => undefined }) } }))

const field = () => screen.getByRole('combobox')
const profile = aProfile({ track: null })

test('offers every account to choose a track, and shows the stored one', async () => {
  const sent = networkAnswers(json({ profile: { ...profile, track: 'SVT' } }))
  renderPage(<OwnTrack profile={profile} />)
  expect(field()).toHaveDisplayValue('À choisir')
  await userEvent.selectOptions(field(), 'SVT')
  await waitFor(() => expect(field()).toBeEnabled())
  expect(field()).toHaveValue('SVT')
  expect(sent).toMatchObject([{ method: 'PUT', address: '/api/account/preferences', body: { track: 'SVT' } }])
})

test('stays as it is when the choice could not be stored', async () => {
  networkAnswers(noNetwork)
  renderPage(<OwnTrack profile={profile} />)
  await userEvent.selectOptions(field(), 'SVT')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(field()).toHaveDisplayValue('À choisir')
})
