import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { managedSubject } from '#shared/domain/documents/document-input.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { sampleExercise, sampleManagedExercise, sampleSubject } from '#shared/entities/samples.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { checkDraft, createRow, isStored, moveRow } from './exercises-draft.ts'
import type { PaperExercises } from './exercises-form.tsx'
import { ExercisesPage } from './exercises-page.tsx'

const id = subjectId(sampleSubject)
const AT = '2026-03-01T10:00:00.000Z'
const paper = (changes: Partial<PaperExercises> = {}): PaperExercises => ({
  id,
  track: sampleSubject.track,
  year: sampleSubject.year,
  session: sampleSubject.session,
  exercises: [],
  updatedAt: sampleSubject.updatedAt,
  hasCorrection: true,
  hasVideo: true,
  proposals: { isRead: true, exercises: [] },
  ...changes,
})
const proposal = { ...sampleExercise, title: 'Ondes', points: null, page: 1 }
const saved = { ...managedSubject({ ...sampleSubject, exercises: [sampleExercise] }), updatedAt: AT }

/** Stands for the viewer's pages: names the document that it shows, and turns to the next page. */
function Pages({ id: shown, onPage }: { id: string; onPage: (page: number) => void }) {
  return (
    <button type="button" onClick={() => onPage(4)}>
      {shown}
    </button>
  )
}

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isAdmin: true }) }))

function open(address = `/admin/sujets/${id}/exercices`) {
  renderPage(
    <Routes>
      <Route path="/admin/sujets/:id/exercices" element={<ExercisesPage DocumentPanel={Pages} />} />
    </Routes>,
    address,
  )
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const find = (name: string | RegExp) => screen.findByRole('button', { name })
const row = (number: number) => within(screen.getByRole('group', { name: `Exercice ${number}` }))

test('takes the exercises that the text announces, and saves them once they are corrected', async () => {
  const sent = networkAnswers(
    json(paper({ proposals: { isRead: true, exercises: [proposal] } })),
    json(saved),
    json(paper({ exercises: [sampleExercise], updatedAt: AT })),
  )
  open()
  await userEvent.click(await find('Reprendre les propositions'))
  expect(screen.getByText(/annonce un exercice, somme 0 sur 20\. Relisez/)).toBeVisible()
  await press('Enregistrer')
  expect(row(1).getByLabelText('Points')).toHaveFocus()
  expect(row(1).getByLabelText('Points')).toHaveAccessibleDescription(/^Les points vont de/)
  await userEvent.type(row(1).getByLabelText('Points'), '4,5')
  await userEvent.selectOptions(row(1).getByLabelText('Ajouter un chapitre'), 'Dipôle RC')
  await press('Retirer le chapitre Ondes mécaniques progressives')
  expect(screen.getByText('Exercice 1', { selector: 'legend' })).toHaveFocus()
  await userEvent.type(row(1).getByLabelText('Instant de la vidéo'), '1:05')
  await userEvent.click(row(1).getByText('Indices et réponse'))
  await userEvent.type(row(1).getByLabelText('Indice 2'), 'Comparez deux instants.')
  await userEvent.type(row(1).getByLabelText('Réponse finale'), '*')
  await press('Enregistrer')
  await userEvent.type(row(1).getByLabelText('Réponse finale'), '{Backspace}3,4e2 m/s')
  expect(row(1).getByLabelText('Réponse finale')).toBeVisible()
  await press(id)
  await press("Exercice 1 : prendre la page affichée de l'énoncé, 4")
  await press('Corrigé')
  await press(`${id}-correction`)
  await press('Exercice 1 : prendre la page affichée du corrigé, 4')
  expect(screen.getByText(/^Total : 4,5 points\. Un sujet en compte 20/)).toBeVisible()
  await press('Enregistrer')
  expect(await screen.findByText(/^Exercices enregistrés\./)).toBeVisible()
  await press('Annuler')
  expect(screen.getByText(/^Total/)).toHaveFocus()
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    address: `/api/admin/subjects/${id}/exercises`,
    body: {
      updatedAt: sampleSubject.updatedAt,
      exercises: [
        {
          number: 1,
          title: 'Ondes',
          points: 4.5,
          chapters: [{ theme: 'electricite', chapter: 1 }],
          page: 4,
          correctionPage: 4,
          videoSeconds: 65,
          hints: ['Comparez deux instants.'],
          answer: { kind: 'number', value: 340, unit: 'm/s', tolerance: 5 },
        },
      ],
    },
  })
})

test('keeps the typed text when the paper has changed since, and saves over the newer state', async () => {
  const sent = networkAnswers(
    json(paper({ exercises: [sampleExercise] })),
    problem('CONFLICT'),
    json(paper({ exercises: [{ ...sampleExercise, title: 'Autre' }], updatedAt: AT })),
    json(saved),
    json(paper({ exercises: [sampleExercise], updatedAt: AT })),
  )
  open()
  await userEvent.type(await screen.findByLabelText('Titre'), ' (suite)')
  await press('Enregistrer')
  expect(await screen.findByText(/modifié ailleurs pendant votre saisie/)).toBeVisible()
  expect(screen.getByLabelText('Titre')).toHaveValue(`${sampleExercise.title} (suite)`)
  await expect.poll(() => sent.length).toBe(3)
  await press('Enregistrer')
  await screen.findByText(/^Exercices enregistrés\./)
  expect(sent[3]?.body).toMatchObject({ updatedAt: AT })
})

test('reads a new paper at once, and says so when its text announces nothing', async () => {
  const sent = networkAnswers(
    json(paper({ proposals: { isRead: false, exercises: [] } })),
    problem('DOCUMENT_SOURCE_FAILED'),
    json({ isRead: true, exercises: [] }),
    json(paper()),
  )
  open()
  await userEvent.click(await find('Lire le PDF maintenant'))
  expect(await screen.findByText('Erreur lors du chargement du fichier sécurisé')).toBeVisible()
  await press('Lire le PDF maintenant')
  expect(await screen.findByText(/c'est sans doute un document scanné/)).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'POST', address: `/api/admin/subjects/${id}/proposals` })
})

test('refuses a student', () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isAdmin: false }) })
  open()
  expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
})

const second: ManagedExercise = {
  ...sampleExercise,
  number: 2,
  page: null,
  correctionPage: 3,
  videoSeconds: 270,
}

test('a form without changes sends what is stored', () => {
  const stored = [sampleManagedExercise, second]
  const rows = stored.map(createRow)
  expect(checkDraft(rows)).toEqual({ ok: true, exercises: stored })
  expect(isStored(rows, stored)).toBe(true)
  expect(isStored(moveRow(rows, 0, 1), stored)).toBe(false)
  expect(isStored([{ ...createRow(sampleManagedExercise), answer: '' }], stored.slice(0, 1))).toBe(false)
})

test('a moved row takes the number of its new place', () => {
  const rows = moveRow([sampleExercise, second].map(createRow), 1, -1)
  expect(checkDraft(rows)).toMatchObject({
    exercises: [
      { number: 1, videoSeconds: 270 },
      { number: 2, page: 2 },
    ],
  })
})

test.each([
  { change: { points: '' }, path: '0.points', message: /^Les points vont de/ },
  { change: { points: 'cinq' }, path: '0.points', message: /^Les points vont de/ },
  { change: { points: '2,3' }, path: '0.points', message: /par quart de point$/ },
  { change: { title: ' ' }, path: '0.title', message: /obligatoire$/ },
  { change: { page: '0' }, path: '0.page', message: /^La page doit/ },
  { change: { page: 'deux' }, path: '0.page', message: /^La page doit/ },
  { change: { correctionPage: '501' }, path: '0.correctionPage', message: /^La page doit/ },
  { change: { videoTime: '4.30' }, path: '0.videoTime', message: /comme 4:30$/ },
  { change: { answer: 'cinq' }, path: '0.answer', message: /^Écrivez un nombre/ },
  { change: { answer: 'Oui\nNon' }, path: '0.answer', message: /une étoile devant la bonne$/ },
  { change: { videoTime: '99:99' }, path: '0.videoTime', message: /comme 4:30$/ },
])('says what is wrong with $change', ({ change, path, message }) => {
  const checked = checkDraft([{ ...createRow(sampleExercise), ...change }])
  expect(checked).toEqual({ ok: false, faults: { [path]: expect.stringMatching(message) } })
})
