import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json, noNetwork, problem } from '#web/test/answers.ts'
import { alert, dialog, list, opens, payer, press, row, showList, student } from '../test-support/users.tsx'

describe('the change of Premium', () => {
  const premium = () => json({ ...student, isPremium: true })

  test('is confirmed by the stored account that the server answers', async () => {
    const sent = await showList(list([student]), premium())
    await press('Rendre Premium')
    expect(await screen.findByText(`${student.email} : statut Premium confirmé`)).toBeVisible()
    expect(sent.slice(1).map(({ method, body }) => [method, body])).toEqual([['PUT', { isPremium: true }]])
    expect(screen.getByRole('button', { name: 'Rendre Gratuit' })).toBeEnabled()
  })

  test('that was not stored shows the expected and the found status', async () => {
    await showList(list([student]), json(student))
    await press('Rendre Premium')
    expect(await alert()).toHaveTextContent('attendu Premium, trouvé Gratuit')
    expect(screen.getByRole('button', { name: 'Rendre Premium' })).toBeEnabled()
    await press('Fermer')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    [problem('CONFLICT'), /^Erreur lors de la mise à jour: /],
    [problem('OWNER_REQUIRED'), /^ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action/],
  ])('that is refused shows the reason', async (answer, text) => {
    await showList(list([student]), answer)
    await press('Rendre Premium')
    expect(await alert()).toHaveTextContent(text)
  })

  test.each([
    ['was made', premium(), `${student.email} : statut Premium confirmé`],
    ['was not made', json(student), /^Erreur lors de la mise à jour: Vérifiez votre connexion/],
    ['cannot be looked up', noNetwork, /^Erreur lors de la vérification de la mise à jour: Vérifiez votre/],
  ])('is read again when its answer was lost: it %s', async (_, found, text) => {
    const sent = await showList(list([student]), noNetwork, found)
    await press('Rendre Premium')
    expect(await screen.findByText(text)).toBeVisible()
    expect(sent.slice(1).map(({ method }) => method)).toEqual(['PUT', 'GET'])
  })
})

test('the payment is saved with an end date and shown in the row', async () => {
  const stored = json({ ...payer, id: student.id, email: student.email })
  const sent = await showList(list([student]), stored)
  await opens('Paiement')
  const until = dialog().getByLabelText('Date de fin')
  await userEvent.clear(until)
  await userEvent.type(until, '2099-07-10')
  await userEvent.selectOptions(dialog().getByLabelText('Moyen de paiement'), 'Espèces')
  await userEvent.type(dialog().getByLabelText('Référence'), 'R-12')
  await userEvent.click(dialog().getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const payment = { amount: 250, means: 'Espèces', reference: 'R-12' }
  expect(sent[1]).toMatchObject({ method: 'PUT', body: { isPremium: true, until: '2099-07-10', payment } })
  expect(row(student.email)).toHaveTextContent('250 DH, Espèces, réf. R-12')
  expect(screen.getByText(`${student.email} : statut Premium confirmé`)).toBeVisible()
})
