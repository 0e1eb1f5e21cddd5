import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createSample } from '#shared/contract/sample-answers.ts'
import { UserView } from '#shared/entities/user.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UsersTab } from '../users/users-tab.tsx'

export const student = createSample(UserView, {
  id: '7d6f0f3e-0f3b-4c55-9a34-0a8f4d1b2c11',
  email: 'eleve@exemple.invalid',
  createdAt: '2026-03-04T12:00:00.000Z',
})
export const payer: UserView = {
  ...student,
  id: '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c',
  email: 'payeur@exemple.invalid',
  isPremium: true,
  premiumUntil: '2026-07-10T23:00:00.000Z',
  premiumLastDay: '2026-07-10',
  payment: { amount: 250, means: 'Espèces', reference: 'R-12' },
}
export const admin: UserView = { ...student, id: 'b', email: 'admin@exemple.invalid', isAdmin: true }
export const list = (items: UserView[], nextCursor: string | null = null) =>
  json({ items, nextCursor, total: 7 })

export const row = (email: string) => screen.getByRole('row', { name: new RegExp(`^${email}`) })
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
export const dialog = () => within(screen.getByRole('dialog'))
export const alert = () => screen.findByRole('alert')

export async function showList(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<UsersTab />)
  await screen.findByRole('table')
  return sent
}

/** Opens a dialog from the menu of a row. */
export async function opens(name: string, email = student.email) {
  const action = (label: string) => within(row(email)).getByRole('button', { name: label })
  await userEvent.click(action('Autres actions'))
  await userEvent.click(action(name))
  await screen.findByRole('dialog')
}
