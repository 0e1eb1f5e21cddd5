import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { Reminders } from './reminders.tsx'

const renew = vi.hoisted(() => vi.fn().mockResolvedValue(undefined))
vi.mock('#web/lib/auth/session.ts', () => ({ session: { live: () => ({ renew }) } }))

const box = () => screen.getByRole('checkbox', { name: 'Recevoir un e-mail quand mon Premium va finir' })

test('are on unless they are turned off, and every tab is told', async () => {
  const profile = aProfile({ hasReminders: true })
  const sent = networkAnswers(json({ profile: { ...profile, hasReminders: false } }))
  renderPage(<Reminders profile={profile} />)
  expect(box()).toBeChecked()
  await userEvent.click(box())
  await waitFor(() => expect(box()).toBeEnabled())
  expect(box()).not.toBeChecked()
  expect(sent).toMatchObject([
    { method: 'PUT', address: '/api/account/preferences', body: { hasReminders: false } },
  ])
  expect(renew).toHaveBeenCalledOnce()
})

test('stay as they are when the choice could not be stored', async () => {
  networkAnswers(noNetwork)
  renderPage(<Reminders profile={aProfile({ hasReminders: true })} />)
  await userEvent.click(box())
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(box()).toBeChecked()
})
