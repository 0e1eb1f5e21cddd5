import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { UserView } from '#shared/contract/admin-users.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UsersTab } from './users-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const student: UserView = {
  id: '7d6f0f3e-0f3b-4c55-9a34-0a8f4d1b2c11',
  email: 'eleve@exemple.invalid',
  isPremium: false,
  premiumUntil: null,
  isAdmin: false,
  createdAt: '2026-03-04T12:00:00.000Z',
  updatedAt: '2026-03-04T12:00:00.000Z',
}
const admin: UserView = { ...student, id: 'b', email: 'admin@exemple.invalid', isAdmin: true }
const list = (items: UserView[], nextCursor: string | null = null) => json({ items, nextCursor, total: 7 })

const row = (email: string) => screen.getByRole('row', { name: new RegExp(`^${email}`) })

async function showList(...answers: Response[]) {
  const sent = networkAnswers(...answers)
  renderPage(<UsersTab />)
  await screen.findByRole('table')
  return sent
}

describe('the list', () => {
  test('shows the count, the badges and the date, and offers no change of an admin', async () => {
    await showList(list([student, admin]))
    expect(screen.getByRole('heading', { name: 'Utilisateurs (7)' })).toBeVisible()
    expect(row(student.email)).toHaveTextContent('Gratuit')
    expect(row(student.email)).toHaveTextContent('04/03/2026')
    expect(within(row(admin.email)).getByText('Admin')).toBeVisible()
    expect(within(row(admin.email)).queryByRole('button', { name: /Rendre/ })).not.toBeInTheDocument()
  })

  test('searches once the typing stops', async () => {
    const sent = await showList(list([student]))
    await userEvent.type(screen.getByPlaceholderText('Rechercher des utilisateurs...'), 'eleve')
    await waitFor(() => expect(sent.at(-1)?.address).toBe('/api/admin/users?search=eleve'))
    expect(sent).toHaveLength(2)
  })

  test('says when nobody was found', async () => {
    networkAnswers(list([]))
    renderPage(<UsersTab />)
    expect(await screen.findByText('Aucun utilisateur trouvé.')).toBeVisible()
  })

  test('loads more with the cursor', async () => {
    const sent = await showList(list([student], 'abc'), list([admin]))
    await userEvent.click(screen.getByRole('button', { name: 'Charger plus' }))
    await waitFor(() => expect(row(admin.email)).toBeVisible())
    expect(sent.at(-1)?.address).toBe('/api/admin/users?cursor=abc')
    expect(screen.queryByRole('button', { name: 'Charger plus' })).not.toBeInTheDocument()
  })

  test('says what failed', async () => {
    networkAnswers(problem('INTERNAL_ERROR'))
    renderPage(<UsersTab />)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Une erreur est survenue lors du chargement des utilisateurs',
    )
  })
})

describe('the change of Premium', () => {
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Rendre Premium' }))
  const premium = json({ ...student, isPremium: true })

  test('is confirmed by what is stored', async () => {
    const sent = await showList(list([student]), premium, premium)
    await press()
    expect(await screen.findByText(`${student.email} : statut Premium confirmé`)).toBeVisible()
    expect(sent.slice(1).map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { isPremium: true }],
      ['GET', undefined],
    ])
    expect(screen.getByRole('button', { name: 'Rendre Gratuit' })).toBeEnabled()
  })

  test('that was not stored tells what was expected and what was found', async () => {
    await showList(list([student]), premium, json(student))
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('attendu Premium, trouvé Gratuit')
    expect(screen.getByRole('button', { name: 'Rendre Premium' })).toBeEnabled()
  })

  test.each([
    [problem('CONFLICT'), /^Erreur lors de la mise à jour: /],
    [problem('OWNER_REQUIRED'), /^ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action$/],
  ])('that is refused says why', async (answer, text) => {
    await showList(list([student]), answer)
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })

  test('that cannot be verified says so', async () => {
    await showList(list([student]), premium, problem('INTERNAL_ERROR'))
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Erreur lors de la vérification de la mise à jour',
    )
  })
})
