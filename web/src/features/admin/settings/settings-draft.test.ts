import { describe, expect, test } from 'vitest'
import { sampleManagedSettings } from '#shared/contract/admin/settings.ts'
import { checkFields } from '#web/ui/checked-form.tsx'
import {
  createDraft,
  listChanges,
  listExams,
  mergeDrafts,
  proposeWeek,
  proposeYear,
  type SettingsDraft,
  TypedSettings,
  withExams,
} from './settings-draft.ts'

const { version: _version, ...settings } = sampleManagedSettings
const draft = createDraft(sampleManagedSettings)
const announcement = { text: 'Concours blanc le 3 mai', from: '2027-04-20', until: '2027-05-03' }

test.each([settings, { ...settings, premiumValidUntil: null, exams: [], announcement }])(
  'a draft that was not changed gives the settings again: %j',
  (stored) => {
    expect(checkFields(TypedSettings, createDraft({ ...stored, version: 3 }))).toEqual({
      ok: true,
      values: stored,
    })
  },
)

test.each<[SettingsDraft, object]>([
  [{ priceDh: ' 1 250 ' }, { priceDh: 1250 }],
  [{ premiumValidUntil: '' }, { premiumValidUntil: null }],
  [{ 'announcement.text': ' ', 'announcement.from': '2027-04-20' }, { announcement: null }],
  [{ 'mockExamMinutes.SM': '210' }, { mockExamMinutes: { SM: 210, PC: 180, SVT: 180 } }],
  [{ 'privacy.declaration': 'D-W-7/2027' }, { privacy: { declaration: 'D-W-7/2027', transfer: null } }],
])('converts %j', (typed, values) => {
  expect(checkFields(TypedSettings, { ...draft, ...typed })).toMatchObject({ ok: true, values })
})

test.each<[SettingsDraft, string]>([
  [{ priceDh: '' }, 'priceDh'],
  [{ priceDh: '250 DH' }, 'priceDh'],
  [{ 'contact.socialUrl': 'javascript:alert(1)' }, 'contact.socialUrl'],
  [{ 'payment.agencies.1': '' }, 'payment.agencies.1'],
  [{ 'exams.1.date': '' }, 'exams.1.date'],
  [{ 'announcement.text': 'Bonjour' }, 'announcement.from'],
  [
    { 'announcement.text': 'x', 'announcement.from': '2027-05-03', 'announcement.until': '2027-05-02' },
    'announcement.until',
  ],
])('%j is refused at %s', (typed, field) => {
  const checked = checkFields(TypedSettings, { ...draft, ...typed })
  expect(Object.keys(checked.ok ? {} : checked.faults)).toContain(field)
})

test('a removed examination leaves the others in their order', () => {
  const three = withExams(
    draft,
    ['A', 'B', 'C'].map((label) => ({ label, date: '2027-06-01' })),
  )
  const rows = listExams(three).toSpliced(1, 1)
  expect(listExams(withExams(three, rows)).map(({ label }) => label)).toEqual(['A', 'C'])
})

test('lists the fields that differ, the examinations as one', () => {
  const changed = withExams({ ...draft, priceDh: '300', 'contact.phone': '' }, [])
  expect(listChanges(draft, changed).toSorted()).toEqual(['contact.phone', 'exams', 'priceDh'])
})

describe('typed text over newer stored settings', () => {
  const stored = createDraft({ ...sampleManagedSettings, priceDh: 280, exams: [], version: 1 })

  test('takes the stored value of unchanged fields, and keeps the typed text elsewhere', () => {
    const merged = mergeDrafts(draft, { ...draft, 'contact.phone': '0522 00 00 00' }, stored)
    expect(merged).toEqual({ ...stored, 'contact.phone': '0522 00 00 00' })
    expect(mergeDrafts(draft, { ...draft, priceDh: '300' }, stored)).toMatchObject({ priceDh: '300' })
    const typed = { ...draft, 'exams.0.date': '2027-06-09' }
    expect(listExams(mergeDrafts(draft, typed, stored))).toEqual(listExams(typed))
  })
})

describe('a new school year', () => {
  test.each([
    { before: '2026-07-10', today: '2026-11-23', proposed: '2027-07-10' },
    { before: '2026-07-10', today: '2026-07-10', proposed: '2027-07-10' },
    { before: '2024-07-10', today: '2027-03-01', proposed: '2027-07-10' },
    { before: '2024-02-29', today: '2026-11-23', proposed: '2027-02-28' },
    { before: '2027-07-10', today: '2026-11-23', proposed: '2027-07-10' },
    { before: '', today: '2026-11-23', proposed: '' },
  ])('after an offer until $before, on $today, proposes $proposed', ({ before, today, proposed }) => {
    expect(proposeYear({ ...draft, premiumValidUntil: before }, today)).toMatchObject({
      premiumValidUntil: proposed,
    })
  })

  test('leaves the dates of past examinations to be filled in', () => {
    const exams = [
      { label: 'Normale', date: '2026-06-03' },
      { label: 'Rattrapage', date: '2027-07-05' },
    ]
    expect(listExams(proposeYear(withExams(draft, exams), '2026-11-23'))).toEqual([
      { label: 'Normale', date: '' },
      { label: 'Rattrapage', date: '2027-07-05' },
    ])
  })
})

test.each([
  { before: ['', ''], after: ['2026-12-28', '2027-01-03'] },
  { before: ['2026-12-01', ''], after: ['2026-12-01', ''] },
])('the days $before of an announcement are a week from today, or stay', ({ before, after }) => {
  const days = ([from = '', until = '']: string[]) => ({
    'announcement.from': from,
    'announcement.until': until,
  })
  expect(proposeWeek({ ...draft, ...days(before) }, '2026-12-28')).toEqual({ ...draft, ...days(after) })
})
