import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ManagedSubject } from '#shared/entities/subject.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UploadForm } from './upload-form.tsx'
import { UploadPage } from './upload-page.tsx'

describe('the form', () => {
  const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
  const stored = json(createSample(ManagedSubject), 201)

  const year = () => screen.getByLabelText('Année')
  const file = () => screen.getByLabelText('Fichier (URL ou ID Google Drive)')
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Ajouter le sujet' }))

  async function fill(yearText: string, fileText: string) {
    await userEvent.type(year(), yearText)
    await userEvent.type(file(), fileText)
  }

  beforeEach(() => {
    renderPage(<UploadForm isOwner />)
  })

  test.each([
    ['24', 'Veuillez entrer une année valide (4 chiffres)'],
    ['2007', "L'année doit être comprise entre 2008 et 2100"],
    ['2101', "L'année doit être comprise entre 2008 et 2100"],
  ])('refuses the year %s before it is sent', async (text, fault) => {
    await fill(text, FILE)
    await submit()
    expect(year()).toHaveAccessibleDescription(fault)
    expect(year()).toHaveFocus()
  })

  test('sends the documents that were named, and leaves the others out', async () => {
    const sent = networkAnswers(stored, stored)
    await fill('2024', FILE)
    await userEvent.type(screen.getByLabelText('Corrigé (facultatif)'), `${FILE}c`)
    await userEvent.click(screen.getByRole('checkbox', { name: /^Sujet gratuit/ }))
    await submit()
    await screen.findByRole('status')
    const subject = { track: 'SM', year: '2024', session: 'Normale', file: FILE }
    expect(sent[0]?.body).toEqual({ ...subject, isFree: true, correction: `${FILE}c` })
    expect(screen.getByRole('checkbox')).not.toBeChecked()
    await fill('2024', FILE)
    await submit()
    await screen.findByRole('status')
    expect(sent[1]?.body).toEqual(subject)
  })

  test('offers to replace a subject that exists and keeps the typed values', async () => {
    const sent = networkAnswers(problem('SUBJECT_EXISTS'), stored)
    await fill('2024', FILE)
    await submit()
    expect(await screen.findByRole('alert')).toHaveTextContent('Un sujet existe déjà')
    expect(year()).toHaveValue('2024')
    await userEvent.click(screen.getByRole('button', { name: 'Remplacer' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Remplacer le sujet' }))
    expect(dialog.getByText('Bac SM 2024 - Session Normale')).toBeVisible()
    expect(sent).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'Remplacer' }))
    expect(await screen.findByRole('status')).toHaveTextContent('Sujet du bac ajouté avec succès')
    expect(sent[1]?.address).toBe('/api/admin/subjects?replace=true')
  })
})

describe('the page', () => {
  beforeEach(() => authStore.dispatch({ type: 'ended' }))

  test.each([['a visitor', null] as const, ['a student', aProfile()] as const])(
    'refuses %s',
    (_, profile) => {
      if (profile) authStore.dispatch({ type: 'opened', sessionId: 's', profile })
      renderPage(<UploadPage />)
      expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent(
        "Vous n'avez pas la permission d'accéder à cette page.",
      )
      expect(screen.queryByLabelText('Année')).not.toBeInTheDocument()
    },
  )

  test.each([
    ['an owner', true],
    ['an admin who is not an owner', false],
  ])('shows %s the form, and only to owners what makes a paper free', async (_, isOwner) => {
    authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isAdmin: true, isOwner }) })
    renderPage(<UploadPage />)
    expect(screen.getByRole('heading', { name: 'Téléverser un Sujet du Bac' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Ajouter le sujet' })).toBeEnabled()
    expect(screen.queryAllByRole('checkbox', { name: /^Sujet gratuit/ })).toHaveLength(isOwner ? 1 : 0)
    expect(screen.queryAllByText(/^Un nouveau sujet est Premium/)).toHaveLength(isOwner ? 0 : 1)
  })
})
