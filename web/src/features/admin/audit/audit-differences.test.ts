import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { AuditItem } from '#shared/entities/audit-entry.ts'
import { differencesOf, differencesText } from './audit-differences.ts'

const entry = (oldValues: AuditItem['oldValues'], newValues: AuditItem['newValues']): AuditItem =>
  createSample(AuditItem, { oldValues, newValues })

test.each([
  [
    'what stayed as it was is left out',
    { year: '2023', track: 'SM' },
    { year: '2024', track: 'SM' },
    [{ label: 'Année', before: '2023', after: '2024' }],
  ],
  [
    'a creation has only an after',
    null,
    { isFree: true },
    [{ label: 'Gratuit', before: null, after: 'oui' }],
  ],
  ['a deletion has only a before', { type: 'pdf' }, null, [{ label: 'Type', before: 'PDF', after: null }]],
  ['nothing is nothing', null, null, []],
  ['and so is what a new thing does not have', null, { description: '', captions: null }, []],
  [
    'Premium reads as in the list, its end as its last day',
    { isPremium: false, premiumUntil: null },
    { isPremium: true, premiumUntil: '2026-07-10T23:00:00.000Z' },
    [
      { label: 'Statut Premium', before: 'Gratuit', after: 'Premium' },
      { label: 'Fin du Premium', before: '(vide)', after: '10 juillet 2026' },
    ],
  ],
  [
    'a payment is read out',
    { payment: null },
    { payment: { amount: 250, means: 'Espèces', reference: '' } },
    [
      {
        label: 'Paiement',
        before: '(vide)',
        after: '250 DH, Espèces',
      },
    ],
  ],
  [
    'a long list is counted',
    null,
    { created: ['a', 'b', 'c', 'd'] },
    [{ label: 'Créées', before: null, after: '4 éléments' }],
  ],
  [
    'a short one is read out',
    null,
    { created: ['a', 'b'] },
    [{ label: 'Créées', before: null, after: 'a, b' }],
  ],
  [
    'an unknown field keeps its name',
    null,
    { toString: 'x' },
    [{ label: 'toString', before: null, after: 'x' }],
  ],
])('%s', (_, before, after, differences) => {
  expect(differencesOf(entry(before, after))).toEqual(differences)
})

test.each([
  [{ year: '2023' }, { year: '2024' }, 'Année : 2023 → 2024'],
  [null, { year: '2024', track: 'PC' }, 'Année : 2024 ; Filière : PC'],
  [{ year: '2023' }, null, 'Année : 2023 → (supprimé)'],
])('as one text: %j to %j is %j', (before, after, text) => {
  expect(differencesText(entry(before, after))).toBe(text)
})
