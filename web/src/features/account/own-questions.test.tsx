import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { sampleQuestion } from '#shared/entities/question.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { OwnQuestions } from './own-questions.tsx'

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
