import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { passes, stopClock } from '#web/features/admin/test-support/clock.ts'
import {
  admin,
  alert,
  dialog,
  list,
  opens,
  payer,
  press,
  row,
  showList,
  student,
} from '#web/features/admin/test-support/users.tsx'
import { json, networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UsersTab } from './users-tab.tsx'

describe('the list of users', () => {
  test('shows the count, the badges and the date, and offers only a refresh for an admin', async () => {
    await showList(list([student, admin]))
    expect(screen.getByRole('heading', { name: 'Utilisateurs (7)' })).toBeVisible()
    expect(row(student.email)).toHaveTextContent('Gratuit')
    expect(row(student.email)).toHaveTextContent('04/03/2026')
    expect(within(row(admin.email)).getByText('Admin')).toBeVisible()
    const [refresh, ...others] = within(row(admin.email)).getAllByRole('button')
    expect(refresh).toHaveAccessibleName('Rafraîchir cet utilisateur')
    expect(others).toEqual([])
  })

  test('loads more with the cursor, then focuses the end of the list', async () => {
    const sent = await showList(list([student], 'abc'), list([admin]))
    await press('Charger plus')
    await waitFor(() => expect(row(admin.email)).toBeVisible())
    expect(sent.at(-1)?.address).toBe('/api/admin/users?cursor=abc')
    expect(screen.queryByRole('button', { name: 'Charger plus' })).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByText('Fin de la liste')).toHaveFocus())
  })

  test('removes an account that no longer exists', async () => {
    await showList(list([student, admin]), problem('NOT_FOUND'))
    await userEvent.click(within(row(student.email)).getByRole('button', { name: /^Rafraîchir/ }))
    expect(await alert()).toHaveTextContent(`${student.email} : ce compte n'existe plus`)
    expect(screen.queryByRole('row', { name: new RegExp(student.email) })).not.toBeInTheDocument()
  })
})

describe('the search of users', () => {
  test('is sent once typing has paused, and counts all accounts found, also in the heading', async () => {
    const found = json({ items: [student], nextCursor: 'abc', total: 3 })
    const sent = await showList(list([student]), found)
    await userEvent.type(screen.getByPlaceholderText('Rechercher des utilisateurs...'), 'eleve')
    await waitFor(() => expect(sent.at(-1)?.address).toBe('/api/admin/users?search=eleve'))
    expect(sent).toHaveLength(2)
    expect(await screen.findByText('3 utilisateurs trouvés pour « eleve »')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Utilisateurs (3)' })).toBeVisible()
  })

  test('does not return to the list while the next page is loading', async () => {
    const sent = await showList(list([student]))
    const user = stopClock()
    await user.type(screen.getByPlaceholderText('Rechercher des utilisateurs...'), 'a')
    window.history.pushState(null, '', '/admin/audit')
    await passes(400)
    window.history.back()
    expect(sent).toHaveLength(1)
  })

  test('of a part is chosen in the address, beside the search, and exported as it is shown', async () => {
    const saved = keepSavedFiles()
    const last = list([{ ...payer, payment: null }])
    const sent = networkAnswers(list([student]), list([payer]), list([payer], 'abc'), last)
    renderPage(<UsersTab />, '/admin?q=payeur')
    await userEvent.selectOptions(await screen.findByLabelText('Afficher'), 'Premium terminé')
    await waitFor(() => expect(row(payer.email)).toBeVisible())
    expect(screen.getByRole('searchbox')).toHaveValue('payeur')
    await press('Exporter (CSV)')
    expect(await screen.findByText('2 lignes exportées')).toBeVisible()
    const asked = sent.map(({ address }) => Object.fromEntries(new URL(address, 'http://x').searchParams))
    const part = { search: 'payeur', state: 'ended' }
    expect(asked).toEqual([
      { search: 'payeur' },
      part,
      { ...part, limit: '100' },
      { ...part, limit: '100', cursor: 'abc' },
    ])
    expect(saved).toHaveLength(1)
    const lines = (await saved[0]?.text())?.split('\r\n')
    expect(lines?.[1]).toBe(`${payer.email};Premium;10 juillet 2026;250;Espèces;R-12;04/03/2026`)
    expect(lines).toHaveLength(3)
  })
})

describe('the deletion of an account', () => {
  const deletes = async (click = userEvent.click) => {
    await click(screen.getByRole('button', { name: 'Supprimer' }))
    await click(dialog().getByRole('button', { name: 'Supprimer' }))
  }

  test('removes the row, reduces the count and focuses the heading', async () => {
    const sent = await showList(list([student, admin]), noContent)
    await deletes()
    expect(await screen.findByText('Utilisateur supprimé avec succès')).toBeVisible()
    expect(sent[1]).toMatchObject({ method: 'DELETE', address: `/api/admin/users/${student.id}` })
    await waitFor(() =>
      expect(screen.queryByRole('row', { name: new RegExp(student.email) })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('heading', { name: 'Utilisateurs (6)' })).toHaveFocus()
  })

  test.each([
    [problem('INTERNAL_ERROR'), "Une erreur est survenue lors de la suppression de l'utilisateur"],
    [problem('CONFLICT'), 'Erreur lors de la suppression : '],
    [problem('AUTHENTICATION_REQUIRED'), 'Session non trouvée'],
    [noNetwork, "Une erreur est survenue lors de la suppression de l'utilisateur. Vérifiez votre connexion"],
  ])('that fails shows the reason for 5 s', async (answer, text) => {
    await showList(list([student]), answer)
    const user = stopClock()
    await deletes(user.click)
    expect(await alert()).toHaveTextContent(text)
    expect(row(student.email)).toBeVisible()
    await passes(4_800)
    expect(screen.getByRole('alert')).toBeVisible()
    await passes(400)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

test('the blocking of an account requires a reason, then removes the account from the list', async () => {
  const blocked = { email: student.email, reason: 'Partage', blockedAt: student.createdAt, blockedBy: 'x' }
  const sent = await showList(list([student, payer]), json({ ...blocked, sameMailbox: [] }, 201))
  await opens('Bloquer')
  await userEvent.click(dialog().getByRole('button', { name: 'Bloquer' }))
  expect(await dialog().findByText('Ce champ est obligatoire')).toBeVisible()
  await userEvent.type(dialog().getByLabelText('Raison'), 'Partage')
  await userEvent.click(dialog().getByRole('button', { name: 'Bloquer' }))
  expect(await screen.findByText(`${student.email} : adresse bloquée`)).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'POST', body: { email: student.email, reason: 'Partage' } })
  expect(screen.queryByRole('row', { name: new RegExp(student.email) })).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Utilisateurs (6)' })).toHaveFocus()
})
