import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PersonalData as Answer } from '#shared/contract/account.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PersonalData } from './personal-data.tsx'

vi.mock('#web/lib/save-file.ts', () => ({ saveFile: vi.fn() }))

const press = () => userEvent.click(screen.getByRole('button', { name: 'Télécharger mes données' }))

test('saves what is stored about the account as a file', async () => {
  const data = createSample(Answer, {})
  const sent = networkAnswers(json(data))
  renderPage(<PersonalData />)
  await press()
  expect(await screen.findByText('Vos données sont dans le fichier mes-donnees.json.')).toBeVisible()
  expect(sent).toMatchObject([{ method: 'GET', address: '/api/account/data' }])
  const [name, file] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect(name).toBe('mes-donnees.json')
  expect(file?.type).toBe('application/json')
})
