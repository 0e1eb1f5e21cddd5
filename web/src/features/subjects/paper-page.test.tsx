import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { parseSubjectId, type SubjectKey, subjectDocumentId, subjectId } from '#shared/catalogue/subjects.ts'
import { listPractice } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectDetails } from '#shared/contract/subject-details.ts'
import type { OwnReport } from '#shared/entities/report.ts'
import { ChapterItem } from '#shared/entities/resource.ts'
import { sampleReport } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { MissingCorrection, SatCorrection } from './correction-line.tsx'
import { PaperPage } from './paper-page.tsx'
import { findPaperLinks, type PaperLinks } from './related-pages.tsx'

const PATH = '/sujets-bac/sm/2023-normale'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const subject = (differences: Partial<SubjectDetails> = {}) =>
  createSample(SubjectDetails, {
    id: 'bac-SM-2023-Normale',
    track: 'SM',
    year: '2023',
    session: 'Normale',
    hasFile: true,
    isFree: false,
    size: 1_234_567,
    pages: 6,
    hasCorrection: true,
    correction: { size: 2_000_000, pages: 9 },
    hasVideo: true,
    video: { size: 90_000_000, pages: null },
    exercises: [],
    ...differences,
  })

const links: PaperLinks = {
  previous: { track: 'SM', year: '2022', session: 'Rattrapage' },
  next: { track: 'SM', year: '2023', session: 'Rattrapage' },
  sameYear: [{ track: 'PC', year: '2023', session: 'Normale' }],
  chapters: [{ theme: 'electricite', chapter: 1, documents: ['Énoncé', 'Corrigé vidéo'] }],
  answers: '',
}

function visit(answer: Response = json(subject()), path = PATH) {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith('/api/') ? answer.clone() : new Response(pageWith(path, links)),
  )
  return renderPage(<PaperPage track="SM" />, path)
}

/** Returns a published page, reduced to the elements that carry its content. */
const pageWith = (route: string, answer: PaperLinks) =>
  `<!doctype html><script type="application/json" id="content">${JSON.stringify({
    answers: [{ route, input: {}, answer }],
  })}</script>`

const part = (name: string) =>
  within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement)

test('a visitor opens a free statement and nothing else', async () => {
  const { openDocument } = visit(json(subject({ isFree: true })))
  await screen.findByText('Gratuit')
  expect(part('Vidéo').getByText('Réservé Premium')).toBeVisible()
  expect(part('Corrigé').getByText(/le corrigé s'ouvre gratuitement$/)).toBeVisible()
  expect(part('Corrigé').getByRole('link')).toHaveAttribute('href', `${PATH}/examen`)
  await userEvent.click(screen.getByRole('button', { name: 'Voir le sujet' }))
  expect(openDocument.mock.lastCall?.[0]).toMatchObject({
    id: 'bac-SM-2023-Normale',
    title: 'Bac SM 2023 - Session Normale',
    type: 'pdf',
    available: true,
    parts: [{ isFree: true }, { isFree: false }, { isFree: false }],
  })
  expect(screen.queryByRole('button', { name: /Télécharger/ })).not.toBeInTheDocument()
})

test('a Premium account opens and saves each document', async () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  const { openDocument } = visit()
  await screen.findByRole('button', { name: 'Télécharger le corrigé' })
  await userEvent.click(part('Vidéo').getByRole('button', { name: 'Voir la vidéo' }))
  expect(openDocument.mock.lastCall?.[0]).toMatchObject({ id: 'bac-SM-2023-Normale-video', type: 'video' })
  await userEvent.click(screen.getByRole('button', { name: 'Voir le corrigé' }))
  expect(openDocument.mock.lastCall?.[0]).toMatchObject({ id: 'bac-SM-2023-Normale-correction', type: 'pdf' })
  expect(screen.queryByText('Réservé Premium')).not.toBeInTheDocument()
})

const key = (id: string) => parseSubjectId(id) as SubjectKey

/** In the order of the API: by track, newest year first. */
const subjects = [
  'bac-SM-2024-Normale',
  'bac-SM-2023-Normale',
  'bac-SM-2023-Rattrapage',
  'bac-SM-2021-Rattrapage',
  'bac-PC-2023-Rattrapage',
  'bac-PC-2023-Normale',
  'bac-SVT-2023-Normale',
  'bac-SVT-2022-Normale',
].map((id) => createSample(SubjectItem, { id, ...key(id) }))

const linksOf = (id: string, chapters = {}) => {
  const { previous, next, sameYear, ...rest } = findPaperLinks(key(id), { subjects, chapters })
  return {
    previous: previous && subjectId(previous),
    next: next && subjectId(next),
    sameYear: sameYear.map(subjectId),
    ...rest,
  }
}

test.each([
  ['bac-SM-2021-Rattrapage', null, 'bac-SM-2023-Normale'],
  ['bac-SM-2023-Normale', 'bac-SM-2021-Rattrapage', 'bac-SM-2023-Rattrapage'],
  ['bac-SM-2023-Rattrapage', 'bac-SM-2023-Normale', 'bac-SM-2024-Normale'],
  ['bac-SM-2024-Normale', 'bac-SM-2023-Rattrapage', null],
])('%s stands between %s and %s of its track', (id, previous, next) => {
  expect(linksOf(id)).toMatchObject({ previous, next })
})

const item = (differences: Partial<ChapterItem>) =>
  createSample(ChapterItem, {
    year: '2023',
    session: 'Normale',
    resourceType: 'exercise',
    type: 'pdf',
    available: true,
    ...differences,
  })
const chapters = {
  'SM/electricite/2': [
    item({}),
    item({ resourceType: 'correction' }),
    item({ resourceType: 'correction', type: 'video' }),
    item({ resourceType: 'correction', type: 'video' }),
    item({ resourceType: 'course', year: '2022' }),
  ],
  'SM/ondes/1': [item({ resourceType: 'exam' }), item({ session: 'Rattrapage' })],
  'SM/ondes/2': [item({ available: false })],
  'PC/ondes/1': [item({})],
}

test('the chapters are those of the track with resources of the same exam, in teaching order', () => {
  expect(linksOf('bac-SM-2023-Normale', chapters).chapters).toEqual([
    { theme: 'ondes', chapter: 1, documents: ['Examen'] },
    { theme: 'electricite', chapter: 2, documents: ['Énoncé', 'Corrigé', 'Corrigé vidéo'] },
  ])
})

const { note: _note, type: _type, ...sample } = sampleReport
const documentId = 'bac-SM-2014-Normale-correction'
const own: OwnReport = { ...sample, documentId, kind: 'uncorrected', page: null, text: '' }
const paper = createSample(SubjectItem, { ...key('bac-SM-2014-Normale'), hasCorrection: false })
const freePaper = { ...paper, isFree: true, hasCorrection: true }
const Missing = withQueries(MissingCorrection)
const Sat = withQueries(SatCorrection)
const button = () => screen.findByRole('button', { name: "Signaler qu'il manque le corrigé" })

beforeEach(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))

test('is reported in one tap, and says so', async () => {
  const sent = networkAnswers(json({ items: [{ ...own, documentId: 'another' }] }), json(own, 201))
  renderPage(<Missing subject={paper} />)
  await userEvent.click(await button())
  expect(await screen.findByText(/^Vous l'avez signalé le/)).toBeVisible()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    documentId,
    page: null,
    kind: 'uncorrected',
    text: '',
  })
})

const FINISHED = '2026-03-10T11:00:00.000Z'

function answerExam(satId: string, finishedAt: string | null) {
  const practice = createSample(listPractice.response, {})
  const [exam] = practice.items
  networkAnswers(json({ ...practice, items: [{ ...exam, subjectId: satId, finishedAt }] }))
}

test('of a free paper opens after the examination, as a document that the account may open', async () => {
  answerExam(freePaper.id, FINISHED)
  const open = vi.fn()
  renderPage(
    <DocumentViewerContext value={{ open } as never}>
      <Sat subject={freePaper}>Passez l'examen blanc</Sat>
    </DocumentViewerContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le corrigé' }))
  expect(open).toHaveBeenCalledWith(
    expect.objectContaining({ id: subjectDocumentId(freePaper, 'correction'), isFree: true }),
  )
})

test.each([
  { what: 'the examination still runs', satId: freePaper.id, finishedAt: null },
  { what: 'another paper was sat', satId: 'bac-PC-2014-Normale', finishedAt: FINISHED },
])('of a free paper says how it opens while $what', async ({ satId, finishedAt }) => {
  answerExam(satId, finishedAt)
  renderPage(<Sat subject={freePaper}>Passez l'examen blanc</Sat>)
  expect(await screen.findByText(/^Passez l'examen blanc/)).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
