import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { UserView } from '#shared/contract/admin-users.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UsersTab } from './users-tab.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const student: UserView = {
  id: '7d6f0f3e-0f3b-4c55-9a34-0a8f4d1b2c11',
  email: 'eleve@exemple.invalid',
  isPremium: false,
  premiumUntil: null,
  isAdmin: false,
  payment: null,
  createdAt: '2026-03-04T12:00:00.000Z',
  updatedAt: '2026-03-04T12:00:00.000Z',
}
const payer: UserView = {
  ...student,
  id: '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c',
  email: 'payeur@exemple.invalid',
  isPremium: true,
  premiumUntil: '2026-07-10T23:00:00.000Z',
  payment: { amount: 250, means: 'Espèces', reference: 'R-12' },
}
const admin: UserView = { ...student, id: 'b', email: 'admin@exemple.invalid', isAdmin: true }
const list = (items: UserView[], nextCursor: string | null = null) => json({ items, nextCursor, total: 7 })
const done = () => new Response(null, { status: 204 })

const row = (email: string) => screen.getByRole('row', { name: new RegExp(`^${email}`) })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const alert = () => screen.findByRole('alert')

async function showList(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<UsersTab />)
  await screen.findByRole('table')
  return sent
}

/** Opens a dialog from the row's further actions. */
async function opens(name: string, email = student.email) {
  const action = (label: string) => within(row(email)).getByRole('button', { name: label })
  await userEvent.click(action('Autres actions'))
  await userEvent.click(action(name))
}

/** From here on time passes only as the test says. */
function stopClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the list', () => {
  test('shows the count, the badges and the date, and offers an admin nothing but a look', async () => {
    await showList(list([student, admin]))
    expect(screen.getByRole('heading', { name: 'Utilisateurs (7)' })).toBeVisible()
    expect(row(student.email)).toHaveTextContent('Gratuit')
    expect(row(student.email)).toHaveTextContent('04/03/2026')
    expect(within(row(admin.email)).getByText('Admin')).toBeVisible()
    expect(within(row(admin.email)).getAllByRole('button')).toEqual([
      screen.getAllByRole('button', { name: 'Rafraîchir cet utilisateur' })[1],
    ])
  })

  test('shows until when Premium holds and what was paid', async () => {
    await showList(list([payer]))
    expect(row(payer.email)).toHaveTextContent("jusqu'au 10 juillet 2026")
    expect(row(payer.email)).toHaveTextContent('250 DH, Espèces, réf. R-12')
  })

  test('says when nobody was found', async () => {
    networkAnswers(list([]))
    renderPage(<UsersTab />)
    expect(await screen.findByText('Aucun utilisateur trouvé.')).toBeVisible()
  })

  test('loads more with the cursor, then gives the focus to its end', async () => {
    const sent = await showList(list([student], 'abc'), list([admin]))
    await press('Charger plus')
    await waitFor(() => expect(row(admin.email)).toBeVisible())
    expect(sent.at(-1)?.address).toBe('/api/admin/users?cursor=abc')
    expect(screen.queryByRole('button', { name: 'Charger plus' })).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByText('Fin de la liste')).toHaveFocus())
  })

  test('keeps what is there when the next page does not come', async () => {
    await showList(list([student], 'abc'), problem('INTERNAL_ERROR'))
    await press('Charger plus')
    expect(await alert()).toHaveTextContent('Une erreur est survenue. Veuillez réessayer plus tard.')
    expect(row(student.email)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Charger plus' })).toBeEnabled()
  })

  test('says what failed', async () => {
    networkAnswers(problem('INTERNAL_ERROR'))
    renderPage(<UsersTab />)
    expect(await alert()).toHaveTextContent('Une erreur est survenue lors du chargement des utilisateurs')
  })

  test('is loaded again by Actualiser', async () => {
    const sent = await showList(list([student]), list([student, payer]))
    await press('Actualiser')
    await waitFor(() => expect(row(payer.email)).toBeVisible())
    expect(sent).toHaveLength(2)
  })

  test('reads one account again', async () => {
    const sent = await showList(list([student, admin]), json({ ...student, isPremium: true }))
    await userEvent.click(within(row(student.email)).getByRole('button', { name: /^Rafraîchir/ }))
    await waitFor(() => expect(row(student.email)).toHaveTextContent('Premium'))
    expect(sent.at(-1)).toMatchObject({ method: 'GET', address: `/api/admin/users/${student.id}` })
  })

  test('lets go of an account that is no longer there', async () => {
    await showList(list([student, admin]), problem('NOT_FOUND'))
    await userEvent.click(within(row(student.email)).getByRole('button', { name: /^Rafraîchir/ }))
    expect(await alert()).toHaveTextContent(`${student.email} : ce compte n'existe plus`)
    expect(screen.queryByRole('row', { name: new RegExp(student.email) })).not.toBeInTheDocument()
  })
})

describe('the search', () => {
  test('asks once the typing stops and says how many it found', async () => {
    const sent = await showList(list([student]))
    await userEvent.type(screen.getByPlaceholderText('Rechercher des utilisateurs...'), 'eleve')
    await waitFor(() => expect(sent.at(-1)?.address).toBe('/api/admin/users?search=eleve'))
    expect(sent).toHaveLength(2)
    expect(await screen.findByText('1 utilisateur trouvé pour « eleve »')).toBeVisible()
  })

  test('waits 300 ms', async () => {
    const sent = await showList(list([student]))
    const user = stopClock()
    await user.type(screen.getByPlaceholderText('Rechercher des utilisateurs...'), 'a')
    await passes(250)
    expect(sent).toHaveLength(1)
    await passes(100)
    expect(sent).toHaveLength(2)
  })

  test('begins with what the address says', async () => {
    const sent = networkAnswers(list([student]))
    renderPage(<UsersTab />, '/admin?q=eleve')
    expect(await screen.findByRole('searchbox')).toHaveValue('eleve')
    expect(sent.map(({ address }) => address)).toEqual(['/api/admin/users?search=eleve'])
  })
})

describe('the change of Premium', () => {
  const premium = json({ ...student, isPremium: true })

  test('is confirmed by what is stored', async () => {
    const sent = await showList(list([student]), premium, premium)
    await press('Rendre Premium')
    expect(await screen.findByText(`${student.email} : statut Premium confirmé`)).toBeVisible()
    expect(sent.slice(1).map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { isPremium: true }],
      ['GET', undefined],
    ])
    expect(screen.getByRole('button', { name: 'Rendre Gratuit' })).toBeEnabled()
  })

  test('keeps its confirmation for 3 s', async () => {
    await showList(list([student]), premium, premium)
    const user = stopClock()
    await user.click(screen.getByRole('button', { name: 'Rendre Premium' }))
    expect(await screen.findByText(/confirmé/)).toBeVisible()
    await passes(2_800)
    expect(screen.getByText(/confirmé/)).toBeVisible()
    await passes(400)
    expect(screen.queryByText(/confirmé/)).not.toBeInTheDocument()
  })

  test('keeps the row out of use meanwhile', async () => {
    await showList(list([student]), premium)
    let answer: (response: Response) => void = () => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    await press('Rendre Premium')
    for (const button of within(row(student.email)).getAllByRole('button')) expect(button).toBeDisabled()
    expect(row(student.email)).toHaveTextContent('Mise à jour...')
    answer(problem('CONFLICT'))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rendre Premium' })).toBeEnabled())
  })

  test('that was not stored tells what was expected and what was found', async () => {
    await showList(list([student]), premium, json(student))
    await press('Rendre Premium')
    expect(await alert()).toHaveTextContent('attendu Premium, trouvé Gratuit')
    expect(screen.getByRole('button', { name: 'Rendre Premium' })).toBeEnabled()
    await press('Fermer')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    [problem('CONFLICT'), /^Erreur lors de la mise à jour: /],
    [problem('OWNER_REQUIRED'), /^ACCÈS REFUSÉ: Vous n'êtes pas autorisé à effectuer cette action/],
  ])('that is refused says why', async (answer, text) => {
    await showList(list([student]), answer)
    await press('Rendre Premium')
    expect(await alert()).toHaveTextContent(text)
  })

  test('that cannot be verified says so', async () => {
    await showList(list([student]), premium, problem('INTERNAL_ERROR'))
    await press('Rendre Premium')
    expect(await alert()).toHaveTextContent('Erreur lors de la vérification de la mise à jour')
  })
})

describe('the payment', () => {
  test('is noted with an end date and shown in the row', async () => {
    const stored = json({ ...payer, id: student.id, email: student.email })
    const sent = await showList(list([student]), stored, stored)
    await opens('Paiement')
    const until = dialog().getByLabelText('Date de fin')
    await userEvent.clear(until)
    await userEvent.type(until, '2099-07-10')
    await userEvent.selectOptions(dialog().getByLabelText('Moyen de paiement'), 'Espèces')
    await userEvent.type(dialog().getByLabelText('Référence'), 'R-12')
    await userEvent.click(dialog().getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      body: {
        isPremium: true,
        until: '2099-07-10',
        payment: { amount: 250, means: 'Espèces', reference: 'R-12' },
      },
    })
    expect(row(student.email)).toHaveTextContent('250 DH, Espèces, réf. R-12')
    expect(screen.getByText(`${student.email} : statut Premium confirmé`)).toBeVisible()
  })

  test('keeps what was typed when it is refused', async () => {
    await showList(list([student]), problem('CONFLICT'))
    await opens('Paiement')
    await userEvent.type(dialog().getByLabelText('Référence'), 'R-12')
    await userEvent.click(dialog().getByRole('button', { name: 'Enregistrer' }))
    expect(await alert()).toHaveTextContent('Erreur lors de la mise à jour: ')
    expect(dialog().getByLabelText('Référence')).toHaveValue('R-12')
  })

  test('begins with what stands', async () => {
    const own = { ...payer, premiumUntil: null, payment: { amount: 100, means: 'Chèque', reference: '' } }
    await showList(list([own]))
    await opens('Paiement', payer.email)
    expect(dialog().getByLabelText('Montant (DH)')).toHaveValue('100')
    expect(dialog().getByLabelText('Moyen de paiement')).toHaveValue('Chèque')
    expect(dialog().getByLabelText('Date de fin')).toHaveValue('')
  })
})

describe('the deletion', () => {
  const deletes = async (click = userEvent.click) => {
    await click(screen.getByRole('button', { name: 'Supprimer' }))
    await click(dialog().getByRole('button', { name: 'Supprimer' }))
  }

  test('asks first and can be left', async () => {
    const sent = await showList(list([student]))
    await press('Supprimer')
    expect(dialog().getByText('Êtes-vous sûr de vouloir supprimer cet utilisateur ?')).toBeVisible()
    await userEvent.click(dialog().getByRole('button', { name: 'Annuler' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Supprimer' })).toHaveFocus()
  })

  test('takes the row away, counts one less and gives the focus to the heading', async () => {
    const sent = await showList(list([student, admin]), done())
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
    [
      new TypeError('Failed to fetch'),
      "Une erreur est survenue lors de la suppression de l'utilisateur. Vérifiez votre connexion",
    ],
  ])('that fails says why for 5 s', async (answer, text) => {
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

describe('the session', () => {
  const active = { active: true, lastActive: '2026-03-04T12:00:00.000Z', secondsLeft: 42 }

  test('is looked at, then released', async () => {
    const sent = await showList(list([student]), json(active), done())
    await opens('Session')
    expect(await dialog().findByText(/^Session active : .* après 42 s sans activité\.$/)).toBeVisible()
    await userEvent.click(dialog().getByRole('button', { name: 'Libérer la session' }))
    expect(await screen.findByText(`${student.email} : session libérée`)).toBeVisible()
    expect(sent.at(-1)).toMatchObject({
      method: 'DELETE',
      address: `/api/admin/users/${student.id}/session`,
    })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('that is not there offers nothing to release', async () => {
    await showList(list([student]), json({ active: false, lastActive: null, secondsLeft: null }))
    await opens('Session')
    expect(await dialog().findByText('Aucune session : ce compte peut se connecter.')).toBeVisible()
    expect(dialog().queryByRole('button', { name: 'Libérer la session' })).not.toBeInTheDocument()
  })

  test('that cannot be released says so in the dialog', async () => {
    await showList(list([student]), json(active), problem('TEMPORARILY_UNAVAILABLE'))
    await opens('Session')
    await userEvent.click(await dialog().findByRole('button', { name: 'Libérer la session' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('Le service est momentanément indisponible.')
  })
})

describe('the block', () => {
  test('wants a reason, then takes the account out of the list', async () => {
    const blocked = { email: student.email, reason: 'Partage', blockedAt: student.createdAt, blockedBy: 'x' }
    const sent = await showList(list([student, payer]), json(blocked, 201))
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
})

describe('the list of payers', () => {
  test('is read to its end and saved', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:x'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const page = (items: UserView[], nextCursor: string | null) => json({ items, nextCursor })
    const sent = await showList(
      list([student]),
      page([payer], 'abc'),
      page([{ ...payer, payment: null }], null),
    )
    await press('Exporter les Premium (CSV)')
    expect(await screen.findByText('2 lignes exportées')).toBeVisible()
    expect(sent.slice(1).map(({ address }) => address)).toEqual([
      '/api/admin/premium?limit=100',
      '/api/admin/premium?limit=100&cursor=abc',
    ])
    expect(click).toHaveBeenCalledOnce()
    const lines = (await saved[0]?.text())?.split('\r\n')
    expect(lines?.[1]).toBe(`${payer.email};Premium;10 juillet 2026;250;Espèces;R-12;04/03/2026`)
    expect(lines).toHaveLength(3)
  })
})
