import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { subjectDocumentId } from '#shared/catalogue/subjects.ts'
import { listPractice } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import type { OwnReport } from '#shared/entities/report.ts'
import { sampleReport } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { MissingCorrection, SatCorrection } from './correction-line.tsx'

const { note: _note, type: _type, ...sample } = sampleReport
const documentId = 'bac-SM-2014-Normale-correction'
const own: OwnReport = { ...sample, documentId, kind: 'uncorrected', page: null, text: '' }
const paper = createSample(SubjectItem, {
  track: 'SM',
  year: '2014',
  session: 'Normale',
  hasCorrection: false,
})
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

function answerExam(subjectId: string, finishedAt: string | null) {
  const practice = createSample(listPractice.response, {})
  const [exam] = practice.items
  networkAnswers(json({ ...practice, items: [{ ...exam, subjectId, finishedAt }] }))
}

test('of a free paper opens after the examination, as a document that the account may open', async () => {
  answerExam(freePaper.id, '2026-03-10T11:00:00.000Z')
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
  { what: 'the examination still runs', subjectId: freePaper.id, finishedAt: null },
  {
    what: 'another freePaper was sat',
    subjectId: 'bac-PC-2014-Normale',
    finishedAt: '2026-03-10T11:00:00.000Z',
  },
])('of a free paper says how it opens while $what', async ({ subjectId, finishedAt }) => {
  answerExam(subjectId, finishedAt)
  renderPage(<Sat subject={freePaper}>Passez l'examen blanc</Sat>)
  expect(await screen.findByText(/^Passez l'examen blanc/)).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
