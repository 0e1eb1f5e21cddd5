import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { list, payer } from '#web/features/admin/test-support/users.tsx'
import { json, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { endSentences, NewYearPage } from './new-year-page.tsx'
import type { SettingsPreviewProps } from './settings-form.tsx'
import { SettingsPage } from './settings-page.tsx'

beforeEach(() => sessionStorage.clear())

/** Keeps settings as the API does; `storeElsewhere` changes them as another owner would. */
function aStore(first: SettingsView = sampleSettings) {
  let stored = first
  const saved: SettingsView[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (address === '/api/admin/premium/ends')
      return json({ items: [{ lastDay: '2099-07-10', accounts: 12 }] })
    if (address.startsWith('/api/admin/users?state=ended')) return list([payer])
    if (address.startsWith('/api/admin/users')) return json({ items: [], nextCursor: null, total: 0 })
    if (method === 'GET') return json(stored)
    const wanted = JSON.parse(body as string) as SettingsView
    if (wanted.version !== stored.version) return problem('CONFLICT')
    stored = { ...wanted, version: stored.version + 1 }
    saved.push(stored)
    return json(stored)
  })
  return {
    saved,
    storeElsewhere: (changes: Partial<SettingsView>) => {
      stored = { ...stored, ...changes, version: stored.version + 1 }
    },
  }
}

/** Stands for the site's parts, which belong to other features. */
const Preview = ({ part, settings }: SettingsPreviewProps) => (
  <p>{`${part} : ${settings.priceDh}, ${settings.exams.length}, ${settings.announcement?.text}`}</p>
)
const open = () => renderPage(<SettingsPage Preview={Preview} />)

const field = (name: string) => screen.findByLabelText(name)
async function type(name: string, text: string) {
  await userEvent.clear(await field(name))
  await userEvent.paste(text)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const state = () => screen.getAllByRole('status')[0]

const FOLDER = 'https://drive.google.com/drive/folders/1FolderFolder'

test('shows every setting, and saves the typed text with the version that was read', async () => {
  const { saved } = aStore()
  open()
  expect(await field('Prix (DH)')).toHaveValue('250')
  expect(screen.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await type('Prix (DH)', '300')
  await type("Texte de l'annonce", 'Concours blanc')
  await type('Mène à la page (facultatif)', `${window.location.origin}/premium`)
  await type('Premier jour', '2027-04-20')
  await type('Dernier jour', '2027-05-03')
  await type('Dossier Google Drive (facultatif)', 'mon dossier')
  expect(state()).toHaveTextContent('1 champ à corriger.')
  await type('Dossier Google Drive (facultatif)', FOLDER)
  expect(state()).toHaveTextContent('6 champs modifiés, à enregistrer.')
  await press('Enregistrer')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({
    ...sampleSettings,
    priceDh: 300,
    inboxFolder: FOLDER,
    announcement: { text: 'Concours blanc', page: '/premium', from: '2027-04-20', until: '2027-05-03' },
    version: 1,
  })
  expect(await screen.findByText('Paramètres enregistrés')).toBeVisible()
  expect(state()).toHaveTextContent('Tout est enregistré.')
})

test('shows faults while typing, and keeps the last valid preview', async () => {
  const { saved } = aStore()
  open()
  await type('Prix (DH)', '260')
  expect(screen.getByText('offer : 260, 2, undefined')).toBeVisible()
  await type('Prix (DH)', '26x')
  expect(await field('Prix (DH)')).toBeInvalid()
  expect(await field('Prix (DH)')).toHaveAccessibleDescription(/nombre entier/)
  expect(state()).toHaveTextContent('1 champ à corriger.')
  expect(screen.getByText('offer : 260, 2, undefined')).toBeVisible()
  await press('Enregistrer')
  expect(await field('Prix (DH)')).toHaveFocus()
  expect(saved).toEqual([])
})

test('saves nothing while a date cannot be read', async () => {
  const { saved } = aStore()
  open()
  await type('Prix (DH)', '300')
  const date = (await field("Valable jusqu'au")) as HTMLInputElement
  vi.spyOn(date, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
  const reported = vi.spyOn(date, 'reportValidity')
  await press('Enregistrer')
  expect(reported).toHaveBeenCalledOnce()
  expect(saved).toEqual([])
})

test('keeps the typed text when saving fails, and over a reload', async () => {
  aStore()
  const { unmount } = open()
  await type('Téléphone', '+212 522 00 00 00')
  vi.stubGlobal('fetch', async () => problem('TEMPORARILY_UNAVAILABLE'))
  await press('Enregistrer')
  expect(await screen.findByRole('alert')).toHaveTextContent("Les paramètres n'ont pas été enregistrés.")
  expect(await field('Téléphone')).toHaveValue('+212 522 00 00 00')
  unmount()

  const { storeElsewhere } = aStore()
  storeElsewhere({ priceDh: 280 })
  open()
  expect(await field('Téléphone')).toHaveValue('+212 522 00 00 00')
  expect(await field('Prix (DH)')).toHaveValue('280')
  await press('Annuler')
  expect(state()).toHaveFocus()
  expect(await field('Téléphone')).toHaveValue(sampleSettings.contact.phone)
})

test('a field that two owners changed keeps the typed text, and says what it replaces', async () => {
  const { saved, storeElsewhere } = aStore()
  open()
  await type('Prix (DH)', '300')
  storeElsewhere({ priceDh: 280 })
  await press('Enregistrer')
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(alert).toHaveTextContent('Prix (DH) : 280 (votre saisie est gardée : 300)'))
  await press('Enregistrer')
  await waitFor(() => expect(saved[0]).toMatchObject({ priceDh: 300, version: 2 }))
})

test('a new school year changes dates, price and validity at once, and says how long accounts keep Premium', async () => {
  const { saved } = aStore({
    ...sampleSettings,
    premiumValidUntil: '2020-07-10',
    exams: [{ label: 'Session normale', date: '2020-06-03' }],
  })
  renderPage(<NewYearPage Preview={Preview} />)
  expect(await screen.findByText("12 comptes ont l'accès jusqu'au 10 juillet 2099.")).toBeVisible()
  expect(await screen.findByText(payer.email)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Voir et exporter\u00a0: 7 comptes' })).toBeVisible()
  expect(await field('Date')).toHaveAccessibleDescription(/L'an dernier\u00a0: 3 juin 2020\./)
  expect(state()).toHaveTextContent('1 champ à corriger.')
  await type('Prix (DH)', '280')
  await type("Valable jusqu'au", '2098-07-10')
  await type('Date', '2098-06-04')
  expect(screen.getByText("Les accès activés ensuite valent jusqu'au 10 juillet 2098.")).toBeVisible()
  await press('Enregistrer')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    priceDh: 280,
    premiumValidUntil: '2098-07-10',
    exams: [{ label: 'Session normale', date: '2098-06-04' }],
    version: 1,
  })
})

const TODAY = '2026-11-23'
const end = (lastDay: string | null, accounts: number): PremiumEnd => ({ lastDay, accounts })

test.each<{ ends: PremiumEnd[]; sentences: string[] }>([
  {
    ends: [end(TODAY, 1), end('2027-07-10', 1234), end(null, 2)],
    sentences: [
      "1 compte a l'accès jusqu'au 23 novembre 2026.",
      "1 234 comptes ont l'accès jusqu'au 10 juillet 2027.",
      "2 comptes ont l'accès sans date de fin.",
    ],
  },
  {
    ends: [end('2025-07-10', 210), end('2026-07-10', 302)],
    sentences: [
      "Aucun compte n'a l'accès Premium aujourd'hui.",
      "512 comptes ont eu l'accès jusqu'au 10 juillet 2026 au plus : c'est terminé.",
    ],
  },
  {
    ends: [1, 2, 3, 4, 5].map((day) => end(`2027-07-0${day}`, day)),
    sentences: [
      "1 compte a l'accès jusqu'au 1er juillet 2027.",
      "2 comptes ont l'accès jusqu'au 2 juillet 2027.",
      "3 comptes ont l'accès jusqu'au 3 juillet 2027.",
      "9 comptes ont l'accès plus longtemps, au plus jusqu'au 5 juillet 2027.",
    ],
  },
])('says how many accounts end when: $sentences', ({ ends, sentences }) => {
  const spaces = (text: string) => text.replaceAll(/\s/g, ' ')
  expect(endSentences(ends, TODAY).map(spaces)).toEqual(sentences)
})
