import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleAccountDay } from '#shared/entities/samples.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { aProfile, json, networkAnswers, noNetwork } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountUse, dayText, OwnTrack, Reminders } from './account-settings.tsx'
import { OwnQuestions } from './own-questions.tsx'

const renew = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('#web/lib/auth/session.ts', () => ({ session: { live: () => ({ renew }) } }))

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the days of the account name their browsers, and a much used account is told so', async () => {
  networkAnswers(json({ items: [sampleAccountDay] }))
  renderPage(<AccountUse ending={{ mutate: () => {}, isPending: false, error: null }} />)
  const day = await screen.findByText('1er janvier 2026')
  expect(day.nextElementSibling).toHaveTextContent(dayText(sampleAccountDay))
  expect(screen.getByText(/Votre compte a beaucoup servi certains jours/)).toBeVisible()
})

test('every session is ended after a question', async () => {
  networkAnswers(json({ items: [{ ...sampleAccountDay, standsOut: false }] }))
  const mutate = vi.fn()
  renderPage(<AccountUse ending={{ mutate, isPending: false, error: null }} />)
  await screen.findByText('1er janvier 2026')
  expect(screen.queryByText(/beaucoup servi/)).not.toBeInTheDocument()
  await press('Terminer toutes les sessions')
  expect(mutate).not.toHaveBeenCalled()
  await press('Terminer')
  expect(mutate).toHaveBeenCalledOnce()
})

const track = () => screen.getByRole('combobox')
const reminders = () => screen.getByRole('checkbox', { name: /mon Premium va finir$/ })
const profile = aProfile({ track: null, hasReminders: true })

test('every account may choose a track, and sees the stored one', async () => {
  const sent = networkAnswers(json({ profile: { ...profile, track: 'SVT' } }))
  renderPage(<OwnTrack profile={profile} />)
  expect(track()).toHaveDisplayValue('À choisir')
  await userEvent.selectOptions(track(), 'SVT')
  await waitFor(() => expect(track()).toBeEnabled())
  expect(track()).toHaveValue('SVT')
  expect(sent).toMatchObject([{ method: 'PUT', address: '/api/account/preferences', body: { track: 'SVT' } }])
})

test('reminders are on unless they are turned off, and every tab is told', async () => {
  const sent = networkAnswers(json({ profile: { ...profile, hasReminders: false } }))
  renderPage(<Reminders profile={profile} />)
  expect(reminders()).toBeChecked()
  await userEvent.click(reminders())
  await waitFor(() => expect(reminders()).toBeEnabled())
  expect(reminders()).not.toBeChecked()
  expect(sent).toMatchObject([{ method: 'PUT', body: { hasReminders: false } }])
  expect(renew).toHaveBeenCalled()
})

test('a choice that could not be stored stays as it was', async () => {
  networkAnswers(noNetwork)
  renderPage(
    <>
      <OwnTrack profile={profile} />
      <Reminders profile={profile} />
    </>,
  )
  await userEvent.selectOptions(track(), 'SVT')
  await userEvent.click(reminders())
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  expect(track()).toHaveDisplayValue('À choisir')
  expect(reminders()).toBeChecked()
})

const Own = withQueries(OwnQuestions)
const answered = {
  ...sampleQuestion,
  answer: '$v$',
  answerHtml: '<p>Parce que <math><mi>v</mi></math></p>',
  answeredAt: sampleQuestion.createdAt,
  published: true,
}
const open = () => userEvent.click(screen.getByRole('button', { name: /^Voir mes questions/ }))

/** A student's page, to whose account an answer comes with a heartbeat. */
function Heartbeat() {
  const [hasNewAnswer, setNewAnswer] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setNewAnswer(true)}>
        Battement
      </button>
      <Own profile={aProfile({ hasNewAnswer })} />
    </>
  )
}
const beat = () => userEvent.click(screen.getByRole('button', { name: 'Battement' }))

test('are fetched again for an answer that arrives while the list is shown, and only then read', async () => {
  const sent = networkAnswers(
    json({ items: [{ ...sampleQuestion, published: false }] }),
    json({ items: [answered] }),
    json({ profile: aProfile() }),
  )
  renderPage(<Heartbeat />)
  await open()
  expect(await screen.findByText("En attente d'une réponse")).toBeVisible()
  await beat()
  expect(await screen.findByText('Publiée sans nom')).toBeVisible()
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']))
})
