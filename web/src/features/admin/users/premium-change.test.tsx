import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { LedgerLine } from '#shared/entities/ledger-entry.ts'
import {
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
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { checkFields } from '#web/ui/checked-form.tsx'
import { paymentForm, proposedEnd } from './payment-form.tsx'
import { UsersTab } from './users-tab.tsx'

describe('the change of Premium', () => {
  const premium = () => json({ ...student, isPremium: true })

  test('by one tap can be taken back in the row for ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const sent = await showList(list([student]), premium(), json(student), premium())
    await press('Rendre Premium')
    await press(`Annuler : ${student.email}`)
    expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { isPremium: false } })
    expect(await screen.findByRole('button', { name: 'Rendre Premium' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Autres actions' })).toHaveFocus()
    await press('Rendre Premium')
    expect(await screen.findByRole('button', { name: /^Annuler/ })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.queryByRole('button', { name: /^Annuler/ })).not.toBeInTheDocument()
    vi.useRealTimers()
  })

  test('is not taken back by one tap once money has been noted', async () => {
    await showList(list([student]), premium(), json({ ...payer, id: student.id, heldDh: 1250 }))
    await press('Rendre Premium')
    expect(await screen.findByRole('button', { name: /^Annuler/ })).toBeVisible()
    const [refresh] = screen.getAllByRole('button', { name: 'Rafraîchir cet utilisateur' })
    if (refresh) await userEvent.click(refresh)
    expect(await screen.findByText(/R-12/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Annuler/ })).not.toBeInTheDocument()
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

test('another payment takes Arabic digits, and is the same one when it is sent again', async () => {
  const entry = createSample(LedgerLine)
  const errors = [{ path: 'receivedOn', message: 'Cette date est dans le futur' }]
  const refusal = problem('INVALID_REQUEST', { errors })
  const sent = await showList(list([payer]), refusal, noNetwork, json(entry, 201), json(payer))
  await opens('Autre paiement', payer.email)
  const amount = dialog().getByLabelText('Montant (DH)')
  await userEvent.clear(amount)
  await userEvent.type(amount, '٢٥٠')
  const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Noter le paiement' }))
  await submit()
  expect(await dialog().findByText('Cette date est dans le futur')).toBeVisible()
  expect(dialog().getByLabelText('Reçu le')).toHaveFocus()
  await submit()
  await dialog().findByRole('alert')
  await submit()
  expect(await screen.findByText(`${payer.email} : paiement noté`)).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'POST', body: { amount: 250 } })
  expect(sent[3]?.body).toEqual(sent[1]?.body)
})

test('Premium is moved to the account that was meant, whose address is found as it is typed', async () => {
  const moved = { from: { ...payer, isPremium: false }, to: { ...student, isPremium: true } }
  const unknown = problem('NOT_FOUND', {
    errors: [{ path: 'email', message: "Aucun compte n'a cette adresse" }],
  })
  const sent = networkAnswers(list([payer, student]), list([student]), unknown, json(moved))
  renderPage(<UsersTab />)
  await screen.findByRole('table')
  await opens('Déplacer vers un autre compte', payer.email)
  fireEvent.change(dialog().getByLabelText('Adresse du bon compte'), { target: { value: student.email } })
  await waitFor(() => expect(document.querySelector(`option[value="${student.email}"]`)).not.toBeNull())
  const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Déplacer' }))
  await submit()
  expect(await dialog().findByText("Aucun compte n'a cette adresse")).toBeVisible()
  expect(dialog().getByLabelText('Adresse du bon compte')).toHaveFocus()
  await submit()
  expect(await screen.findByText(`Premium déplacé vers ${student.email}`)).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { email: student.email } })
  expect(row(payer.email)).toHaveTextContent('Gratuit')
})

const TODAY = '2026-03-04'
const filled = { until: '2026-07-10', amount: '250', means: 'Espèces', reference: ' 12 ' }
const check = (differences: object) => checkFields(paymentForm(TODAY, false), { ...filled, ...differences })

test.each([
  [{}, { until: '2026-07-10', payment: { amount: 250, means: 'Espèces', reference: '12' } }],
  [{ until: '' }, { until: null }],
  [{ until: TODAY }, { until: TODAY }],
  [{ amount: ' ' }, { payment: null }],
  [{ amount: '1 250,50' }, { payment: { amount: 1250.5, means: 'Espèces', reference: '12' } }],
  [{ amount: '0' }, { payment: { amount: 0, means: 'Espèces', reference: '12' } }],
])('the request of %j is %j', (differences, values) => {
  expect(check(differences)).toMatchObject({ ok: true, values: { isPremium: true, ...values } })
})

test.each([
  [{ until: '2026-03-03' }, { until: 'La date de fin est passée' }],
  [{ until: '10/07/2026' }, { until: 'Veuillez entrer une date valide' }],
  [{ amount: 'gratuit' }, { amount: 'Le montant doit être un nombre de 0 à 100 000' }],
  [{ reference: 'x'.repeat(121) }, { reference: 'Ce texte est trop long' }],
])('a fault of %j is shown beside the field', (differences, faults) => {
  expect(check(differences)).toEqual({ ok: false, faults })
})

test('asks for an end while no offer says one', () => {
  const form = paymentForm(TODAY, true)
  expect(checkFields(form, filled)).toMatchObject({ ok: true })
  expect(checkFields(form, { ...filled, until: '' })).toEqual({
    ok: false,
    faults: { until: "L'offre est terminée\u00a0: indiquez jusqu'à quand le Premium est valable" },
  })
})

test.each([
  [{ isPremium: true, premiumLastDay: '2026-09-30' }, '2026-07-10', '2026-09-30'],
  [{ isPremium: true, premiumLastDay: null }, '2026-07-10', ''],
  [{ isPremium: false, premiumLastDay: null }, '2026-07-10', '2026-07-10'],
  [{ isPremium: false, premiumLastDay: '2025-07-10' }, TODAY, TODAY],
  [{ isPremium: false, premiumLastDay: null }, '2026-03-03', ''],
  [{ isPremium: false, premiumLastDay: null }, null, ''],
])('%j with an offer until %s proposes %j', (user, offerEnd, proposed) => {
  expect(proposedEnd(user, offerEnd, TODAY)).toBe(proposed)
})
