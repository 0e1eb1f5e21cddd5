import * as v from 'valibot'
import { tracks } from '../catalogue/tracks.ts'
import { sampleSettings } from './samples.ts'
import { Settings, SettingsView } from './settings.ts'

const faultsOf = (changes: object) => {
  const { issues = [] } = v.safeParse(Settings, { ...sampleSettings, ...changes })
  return issues.map((issue) => [v.getDotPath(issue), issue.message])
}
const { contact } = sampleSettings
const exam = { label: 'Bac', date: '2027-06-03' }
const text = 'Inscriptions ouvertes'

const PRICE = 'Veuillez entrer un nombre entier de 1 à 100 000'
const MINUTES = 'La durée doit être un nombre entier de 5 à 480 minutes'
const EMAIL = 'Veuillez entrer une adresse email valide'
const PHONE = 'Veuillez entrer un numéro de téléphone valide'
const ADDRESS = "L'adresse n'est pas valide"
const PAGE = 'Indiquez une page du site, par exemple /premium'
const LATE = 'Le dernier jour ne peut pas précéder le premier'
const WHATSAPP = expect.stringContaining("avec l'indicatif du pays")
const [first, last] = ['2026-09-01', '2026-09-02']
const announced = (changes: object) => ({ announcement: { text, from: first, until: first, ...changes } })

test.each<[changes: object, path: string, message: string]>([
  ...[1.5, 0, 100_001, '250'].map((priceDh): [object, string, string] => [{ priceDh }, 'priceDh', PRICE]),
  [{ premiumValidUntil: '2027-02-30' }, 'premiumValidUntil', 'Veuillez entrer une date valide'],
  [{ exams: [{ ...exam, label: ' ' }] }, 'exams.0.label', 'Ce champ est obligatoire'],
  [{ exams: Array.from({ length: 9 }, () => exam) }, 'exams', 'Cette liste est trop longue'],
  [{ mockExamMinutes: { SM: 4 } }, 'mockExamMinutes.SM', MINUTES],
  [{ contact: { ...contact, email: 'a@b.c?bcc=d' } }, 'contact.email', EMAIL],
  [{ contact: { ...contact, phone: 'appelez' } }, 'contact.phone', PHONE],
  [{ contact: { ...contact, whatsapp: '+212 6' } }, 'contact.whatsapp', WHATSAPP],
  [{ contact: { ...contact, socialUrl: 'javascript:alert(1)' } }, 'contact.socialUrl', ADDRESS],
  [announced({ from: last }), 'announcement.until', LATE],
  [announced({ text: 'x'.repeat(201) }), 'announcement.text', 'Ce texte est trop long'],
  ...['premium', '//example.org', 'https://example.org', '/premium?a=1', 'javascript:alert(1)'].map(
    (page): [object, string, string] => [announced({ page }), 'announcement.page', PAGE],
  ),
])('reports the fault of %j in French', (changes, path, message) => {
  expect(faultsOf(changes)).toEqual([[path, message]])
})

test.each([
  { premiumValidUntil: null },
  { exams: [] },
  announced({}),
  ...['/', '/premium', '/sujets-bac/sm/2023-normale'].map((page) => announced({ short: 'En bref', page })),
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
