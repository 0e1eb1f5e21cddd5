import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AskQuestion } from './ask-question.tsx'

const Ask = withQueries(() => (
  <AskQuestion about={{ documentId: 'r-1' }} subject="Dipôle RC">
    {(ask) => (
      <button type="button" onClick={ask}>
        Poser une question
      </button>
    )}
  </AskQuestion>
))
const button = () => screen.queryByRole('button', { name: 'Poser une question' })
const signIn = (differences: object) =>
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(differences) })
const facts = { isOfferOver: false, isAnnounced: false, utcOffset: 0 }

test.each([
  { who: 'a Premium student', profile: { isPremium: true }, isThere: true },
  {
    who: 'a Premium student, turned off',
    profile: { isPremium: true },
    acceptsQuestions: false,
    isThere: false,
  },
  { who: 'a free account', profile: { isPremium: false }, isThere: false },
  { who: 'an admin', profile: { isPremium: false, isAdmin: true }, isThere: false },
])('is offered to $who: $isThere', ({ profile, acceptsQuestions = true, isThere }) => {
  seedSettings({ ...facts, settings: { ...sampleSettings, acceptsQuestions } })
  signIn(profile)
  renderPage(<Ask />)
  expect(button() !== null).toBe(isThere)
})

test('keeps the text while the network is away or the server refuses', async () => {
  seedSettings({ ...facts, settings: { ...sampleSettings, acceptsQuestions: true } })
  signIn({ isPremium: true })
  const sent = networkAnswers(
    noNetwork,
    problem('CONFLICT', { detail: 'Vous avez déjà 5 questions sans réponse.' }),
    json({ ...sampleQuestion, published: false }, 201),
  )
  renderPage(<Ask />)
  await userEvent.click(screen.getByRole('button', { name: 'Poser une question' }))
  const field = await screen.findByLabelText('Votre question')
  await userEvent.type(field, 'Pourquoi ?')
  expect(screen.getByText('490 caractères restants')).toBeVisible()
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  await send()
  expect(await screen.findByRole('alert')).toBeVisible()
  await send()
  expect(await screen.findByText('Vous avez déjà 5 questions sans réponse.')).toBeVisible()
  expect(field).toHaveValue('Pourquoi ?')
  await send()
  expect(await screen.findByText(/^Question envoyée/)).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { documentId: 'r-1', text: 'Pourquoi ?' } })
})
