import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ExerciseHelp } from './exercise-help.tsx'

test('the verdict of a final answer is brought into the panel', async () => {
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView')
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  const answer = { kind: 'choice', choices: ['Oui', 'Non'], right: 0 }
  networkAnswers(json({ items: [{ number: 1, answer }] }))
  const exercise = { number: 1, title: 'Ondes', points: 3, page: 1, correctionPage: null, videoSeconds: null }
  renderPage(
    <ExerciseHelp
      paper={{ track: 'SM', year: '2023', session: 'Normale' }}
      exercise={{ ...exercise, chapters: [], hasHelp: true }}
    />,
  )
  await userEvent.click(await screen.findByLabelText('Oui'))
  await userEvent.click(screen.getByRole('button', { name: 'Vérifier' }))
  const verdict = screen.getByRole('status')
  expect(verdict).toHaveTextContent("C'est juste !")
  expect(scrolls.mock.contexts).toEqual([verdict])
})
