import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { passes, stopClock } from '../test-support/clock.ts'
import { admin, alert, dialog, list, opens, payer, row, showList, student } from '../test-support/users.tsx'

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

test('the session of an account is shown, then released', async () => {
  const active = { active: true, lastActive: '2026-03-04T12:00:00.000Z', secondsLeft: 42 }
  const none = { active: false, lastActive: null, secondsLeft: null }
  const sent = await showList(list([student]), json(active), noContent, json(none))
  await opens('Session')
  expect(await dialog().findByText(/^Session active : .* après 42 s sans activité\.$/)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Libérer la session' }))
  expect(await screen.findByText(`${student.email} : session libérée`)).toBeVisible()
  expect(sent[2]).toMatchObject({ method: 'DELETE', address: `/api/admin/users/${student.id}/session` })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
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
