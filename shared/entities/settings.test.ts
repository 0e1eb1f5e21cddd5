import * as v from 'valibot'
import { tracks } from '../catalogue/tracks.ts'
import { sampleSettings } from './samples.ts'
import { Settings, SettingsView } from './settings.ts'

const faultsOf = (changes: object) => {
  const { issues = [] } = v.safeParse(Settings, { ...sampleSettings, ...changes })
  return issues.map((issue) => [v.getDotPath(issue), issue.message])
}
const { contact, payment } = sampleSettings
const exam = { label: 'Bac', date: '2027-06-03' }
const text = 'Inscriptions ouvertes'

test.each([
  [{ priceDh: 1.5 }, 'priceDh', 'Veuillez entrer un nombre entier de 1 à 100 000'],
  [{ priceDh: 0 }, 'priceDh', 'Veuillez entrer un nombre entier de 1 à 100 000'],
  [{ priceDh: '250' }, 'priceDh', 'Veuillez entrer un nombre entier de 1 à 100 000'],
  [{ premiumValidUntil: '2027-02-30' }, 'premiumValidUntil', 'Veuillez entrer une date valide'],
  [{ exams: [{ label: ' ', date: '2027-06-03' }] }, 'exams.0.label', 'Ce champ est obligatoire'],
  [{ exams: Array.from({ length: 9 }, () => exam) }, 'exams', 'Cette liste est trop longue'],
  [
    { mockExamMinutes: { SM: 4 } },
    'mockExamMinutes.SM',
    'La durée doit être un nombre entier de 5 à 480 minutes',
  ],
  [
    { mockExamMinutes: { SVT: 180.5 } },
    'mockExamMinutes.SVT',
    'La durée doit être un nombre entier de 5 à 480 minutes',
  ],
  [
    { contact: { ...contact, email: 'contact' } },
    'contact.email',
    'Veuillez entrer une adresse email valide',
  ],
  [
    { contact: { ...contact, phone: 'appelez' } },
    'contact.phone',
    'Veuillez entrer un numéro de téléphone valide',
  ],
  [
    { contact: { ...contact, whatsapp: '+212 6' } },
    'contact.whatsapp',
    "Veuillez entrer le numéro avec l'indicatif du pays, en chiffres seulement, comme 212600000000",
  ],
  [
    { contact: { ...contact, socialUrl: 'javascript:alert(1)' } },
    'contact.socialUrl',
    "L'adresse n'est pas valide",
  ],
  [{ payment: { ...payment, agencies: ['Une', ''] } }, 'payment.agencies.1', 'Ce champ est obligatoire'],
  [
    { announcement: { text, from: '2026-09-02', until: '2026-09-01' } },
    'announcement.until',
    'Le dernier jour ne peut pas précéder le premier',
  ],
  [
    { announcement: { text: 'x'.repeat(201), from: '2026-09-01', until: '2026-09-01' } },
    'announcement.text',
    'Ce texte est trop long',
  ],
  ...['premium', '//example.org', 'https://example.org', '/premium?a=1', 'javascript:alert(1)'].map(
    (page): [Partial<v.InferInput<typeof Settings>>, string, string] => [
      { announcement: { text, page, from: '2026-09-01', until: '2026-09-01' } },
      'announcement.page',
      'Indiquez une page du site, par exemple /premium',
    ],
  ),
])('reports the fault of %j in French', (changes, path, message) => {
  expect(faultsOf(changes)).toEqual([[path, message]])
})

test.each([
  { premiumValidUntil: null },
  { exams: [] },
  { announcement: { text, from: '2026-09-01', until: '2026-09-01' } },
  ...['/', '/premium', '/sujets-bac/sm/2023-normale'].map((page) => ({
    announcement: { text, short: 'En bref', page, from: '2026-09-01', until: '2026-09-01' },
  })),
  { privacy: { ...sampleSettings.privacy, declaration: 'D-123/2026', transfer: 'T-45/2026' } },
])('accepts %j', (changes) => {
  expect(faultsOf(changes)).toEqual([])
})

test('takes the durations of mock examinations from the catalogue until the owner sets them', () => {
  const { mockExamMinutes: _unset, ...older } = sampleSettings
  expect(v.parse(Settings, older).mockExamMinutes).toEqual(
    Object.fromEntries(tracks.map(({ code, examMinutes }) => [code, examMinutes])),
  )
})

test.each([-1, 0.5, '0', null])('refuses version %j', (version) => {
  expect(v.is(SettingsView, { ...sampleSettings, version })).toBe(false)
})
