import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { CopyView } from '#shared/entities/copy.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { CopiesPage } from './copies-page.tsx'

const copy = createSample(CopyView, { email: 'eleve@exemple.test', issuedAt: '2026-03-04T12:00:00.000Z' })
const field = () => screen.getByLabelText("Code de l'exemplaire")

function show(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<CopiesPage />)
  return sent
}

async function lookUp(code: string) {
  if (code) await userEvent.type(field(), code)
  await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }))
}

test.each(['', 'BKT'])('says what is wrong with "%s" before it is sent', async (code) => {
  const sent = show(json(copy))
  await lookUp(code)
  expect(await screen.findByText('Un code a neuf lettres, comme BKT-RWD-XHM.')).toBeVisible()
  expect(sent).toEqual([])
})

const hexOf = (text: string, coding: BufferEncoding) => Buffer.from(text, coding).toString('hex')

test.each([
  ['a page', `(x) Tj <${hexOf('Copie personnelle de a@b.ma · exemplaire BKT-RWD-XHM', 'latin1')}> Tj`],
  [
    'the keywords',
    `/Keywords <${hexOf(' E\0x\0e\0m\0p\0l\0a\0i\0r\0e\0 \0B\0K\0T\0-\0R\0W\0D\0-\0X\0H\0M', 'latin1')}>`,
  ],
])('finds the code of %s of a file on this device, and looks it up', async (_, content) => {
  const sent = show(json(copy))
  const file = new File([`%PDF-1.7 ${content}`], 'retrouve.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('Ou déposez le fichier PDF ici'), file)
  expect(await screen.findByRole('heading', { name: 'Exemplaire trouvé' })).toBeVisible()
  for (const text of ['eleve@exemple.test', copy.title, /04\/03\/2026/])
    expect(screen.getByText(text)).toBeVisible()
  expect(field()).toHaveValue('BKT-RWD-XHM')
  expect(sent).toMatchObject([{ body: { code: 'BKT-RWD-XHM' } }])
})
