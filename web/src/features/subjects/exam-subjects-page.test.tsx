import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { ManagedSubject } from '#shared/entities/subject.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, noContent } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ExamSubjectsPage } from './exam-subjects-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const subject = createSample(ManagedSubject)
const becomeOwner = (isPrimaryOwner: boolean) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ isAdmin: true, isOwner: true, isPrimaryOwner }),
  })

test.each([
  ['a visitor', () => authStore.dispatch({ type: 'ended' })],
  ['the second owner', () => becomeOwner(false)],
])('offers %s no management', (_, become) => {
  become()
  renderPage(<ExamSubjectsPage />)
  expect(screen.queryByRole('link', { name: /Téléverser/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('lets the primary owner upload and delete subjects', async () => {
  becomeOwner(true)
  const sent = networkAnswers(json({ items: [subject] }), noContent, json({ items: [] }))
  renderPage(<ExamSubjectsPage />)
  expect(await screen.findByRole('link', { name: 'Téléverser un sujet' })).toHaveAttribute(
    'href',
    '/sujets-bac/upload',
  )
  const row = within(await screen.findByRole('table', { name: 'Sujets enregistrés' })).getAllByRole('row')[1]
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: 'Supprimer' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Supprimer le sujet' }))
  expect(dialog.getByText('Êtes-vous sûr de vouloir supprimer ce sujet ?')).toBeVisible()
  expect(dialog.getByText('Bac SM 2024 - Session Normale')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }))
  expect(await screen.findByText('Sujet supprimé avec succès')).toBeVisible()
  expect(await screen.findByText('Aucun sujet enregistré.')).toBeVisible()
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
  expect(screen.getByRole('heading', { name: 'Gestion des sujets (0)' })).toHaveFocus()
})

test('a stored subject takes a video, and loses the correction whose field was emptied', async () => {
  const file = `${SAMPLE_DRIVE_ID}s`
  const full = createSample(ManagedSubject, { file, correction: `${SAMPLE_DRIVE_ID}c`, isFree: true })
  becomeOwner(true)
  const sent = networkAnswers(json({ items: [full] }), json(full, 201), json({ items: [full] }))
  renderPage(<ExamSubjectsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Modifier' }))
  const dialog = within(screen.getByRole('dialog', { name: /^Modifier : Bac SM 2024/ }))
  expect(screen.getByRole('cell', { name: 'Sujet gratuit, Corrigé' })).toBeVisible()
  expect(dialog.getByLabelText('Fichier (URL ou ID Google Drive)')).toHaveValue(file)
  await userEvent.clear(dialog.getByLabelText('Corrigé (facultatif)'))
  await userEvent.type(dialog.getByLabelText('Vidéo du corrigé (facultative)'), `${SAMPLE_DRIVE_ID}v`)
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Sujet gratuit/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer les modifications' }))
  expect(await screen.findByText('Sujet du bac modifié avec succès')).toBeVisible()
  expect(sent[1]).toMatchObject({
    method: 'POST',
    address: '/api/admin/subjects?replace=true',
    body: {
      track: 'SM',
      year: '2024',
      session: 'Normale',
      file,
      isFree: false,
      correction: null,
      video: `${SAMPLE_DRIVE_ID}v`,
    },
  })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

const years = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.children[1]?.textContent)
    .slice(1)
const paper = (year: string, differences: Partial<ManagedSubject>) => {
  const key = { track: 'SM', year, session: 'Normale' } as const
  return createSample(ManagedSubject, { id: subjectId(key), ...key, ...differences })
}

test('the list of stored subjects is narrowed to those that lack something', async () => {
  const whole = { correction: SAMPLE_DRIVE_ID, exercises: [sampleExercise] }
  const papers = [
    paper('2025', whole),
    paper('2024', { ...whole, correction: null }),
    paper('2023', { ...whole, exercises: [] }),
    paper('2022', { ...whole, exercises: [{ ...sampleExercise, chapters: [] }] }),
    paper('2021', { ...whole, hasFile: false }),
  ]
  const id = subjectDocumentId(paper('2025', {}), 'correction')
  const since = '2026-03-03T12:00:00.000Z'
  const broken = { id, title: 'Bac', fault: 'missing', detail: null, openings: 0, since }
  becomeOwner(true)
  const none = { opened: [], unopened: [], unopenedCount: 0 }
  const unopened = [{ title: 'Bac', track: 'SM', path: '/sujets-bac/sm/2022-normale' }]
  const sent = networkAnswers(
    json({ items: papers }),
    json({ items: [broken], checkedAt: null }),
    json({ papers: { ...none, unopened, unopenedCount: 1 }, chapters: none, videos: none }),
  )
  renderPage(<ExamSubjectsPage />, '/sujets-bac?manque=correction')
  await screen.findByRole('table')
  expect(years()).toEqual(['2024'])
  for (const [label, year] of [
    ['Sans fichier', '2021'],
    ['Sans exercices confirmés', '2023'],
    ['Un exercice sans chapitre', '2022'],
  ] as const) {
    await userEvent.selectOptions(screen.getByLabelText('Afficher'), label)
    expect(years()).toEqual([year])
  }
  expect(sent).toHaveLength(1)
  await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Un document en défaut')
  await waitFor(() => expect(years()).toEqual(['2025']))
  await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Jamais ouvert depuis un an')
  await waitFor(() => expect(years()).toEqual(['2022']))
  await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Tous les sujets')
  expect(years()).toEqual(['2025'])
  await userEvent.selectOptions(screen.getByLabelText('Année'), 'Toutes')
  expect(years()).toHaveLength(papers.length)
})

test('the list opens at the newest year, and a search finds the others', async () => {
  const pendulum = { ...sampleExercise, title: 'Étude d’un pendule' }
  const papers = [paper('2025', { exercises: [] }), paper('2014', { exercises: [pendulum] })]
  becomeOwner(true)
  networkAnswers(json({ items: papers }))
  renderPage(<ExamSubjectsPage />)
  await screen.findByRole('table')
  expect(years()).toEqual(['2025'])
  expect(screen.getByLabelText('Année')).toHaveValue('2025')
  for (const search of ['sm 2014', 'Pendule']) {
    await userEvent.clear(screen.getByLabelText('Rechercher'))
    await userEvent.type(screen.getByLabelText('Rechercher'), search)
    expect(years()).toEqual(['2014'])
  }
})
