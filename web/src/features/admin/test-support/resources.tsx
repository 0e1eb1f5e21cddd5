import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ManagedResource, managedResource } from '#shared/domain/documents/document-input.ts'
import { sampleResource } from '#shared/entities/samples.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
// Loaded beforehand, so that no test waits for it to be compiled.
import '../resources/import/import-panel.tsx'
import { newResource } from '../resources/resource-fields.tsx'
import { ResourcesTab } from '../resources/resources-tab.tsx'

export const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
export const stored: ManagedResource = {
  ...managedResource(sampleResource),
  id: 'r1',
  title: 'Énoncé : Dipôle RC - 2023 Normale',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2023',
  type: 'video',
  file: FILE,
  isFree: true,
  thumbnail: 'https://exemple.invalid/image.jpg',
  createdAt: '2026-03-04T12:00:00.000Z',
  updatedAt: '2026-03-04T12:00:00.000Z',
}
export const second: ManagedResource = { ...stored, id: 'r2', title: 'Cours', type: 'pdf', isFree: false }
export const list = (items: ManagedResource[], nextCursor: string | null = null) =>
  json({ items, nextCursor, total: 1_212 })
export const fine = json({ outcome: 'unknown', name: null, size: null })

export const row = (title: string) => screen.getByRole('row', { name: new RegExp(title) })
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const field = (name: string | RegExp) => screen.getByLabelText(name)

export async function showList(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<ResourcesTab />, '/admin/ressources')
  await screen.findByRole('heading', { name: 'Importer des ressources' }, { timeout: 4_000 })
  await screen.findByRole('table')
  return sent
}

export const openForm = () => userEvent.click(button('Ajouter'))

/** Returns the values of the fields by their names in the contract. */
export function values(): Record<string, FormDataEntryValue> {
  const form = field('Titre').closest('form')
  if (!form) throw new Error('the fields are in no form')
  return Object.fromEntries(new FormData(form))
}

/** The values of the form of a new resource, which is a PDF that is not free. */
const { isFree: _isFree, thumbnail: _thumbnail, captions: _captions, ...empty } = newResource()
export const EMPTY = empty

export const FILE_FIELD = 'Fichier (URL ou ID Google Drive)'

/** Replaces the value of a field, at once: each typed letter would render the page. */
export async function enter(name: string, text: string) {
  await userEvent.clear(field(name))
  await userEvent.paste(text)
}

export async function fillIn() {
  await enter('Titre', 'Énoncé')
  await enter(FILE_FIELD, FILE)
}
