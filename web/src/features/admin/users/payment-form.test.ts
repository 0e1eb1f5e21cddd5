import { expect, test } from 'vitest'
import { checkFields } from '#web/ui/checked-form.tsx'
import { paymentForm, proposedEnd } from './payment-form.tsx'

const TODAY = '2026-03-04'
const filled = { until: '2026-07-10', amount: '250', means: 'Espèces', reference: ' 12 ' }
const check = (differences: object) => checkFields(paymentForm(TODAY, false), { ...filled, ...differences })

test.each([
  [{}, { until: '2026-07-10', payment: { amount: 250, means: 'Espèces', reference: '12' } }],
  [{ until: '' }, { until: null }],
  [{ until: TODAY }, { until: TODAY }],
  [{ amount: ' ' }, { payment: null }],
  [{ amount: '1 250,50' }, { payment: { amount: 1250.5, means: 'Espèces', reference: '12' } }],
  [{ amount: '0' }, { payment: { amount: 0, means: 'Espèces', reference: '12' } }],
])('the request of %j is %j', (differences, values) => {
  expect(check(differences)).toMatchObject({ ok: true, values: { isPremium: true, ...values } })
})

test.each([
  [{ until: '2026-03-03' }, { until: 'La date de fin est passée' }],
  [{ until: '10/07/2026' }, { until: 'Veuillez entrer une date valide' }],
  [{ amount: 'gratuit' }, { amount: 'Le montant doit être un nombre de 0 à 100 000' }],
  [{ reference: 'x'.repeat(121) }, { reference: 'Ce texte est trop long' }],
])('a fault of %j is shown beside the field', (differences, faults) => {
  expect(check(differences)).toEqual({ ok: false, faults })
})

test('asks for an end while no offer says one', () => {
  const form = paymentForm(TODAY, true)
  expect(checkFields(form, filled)).toMatchObject({ ok: true })
  expect(checkFields(form, { ...filled, until: '' })).toEqual({
    ok: false,
    faults: { until: "L'offre est terminée : indiquez jusqu'à quand le Premium est valable" },
  })
})

test.each([
  [{ isPremium: true, premiumLastDay: '2026-09-30' }, '2026-07-10', '2026-09-30'],
  [{ isPremium: true, premiumLastDay: null }, '2026-07-10', ''],
  [{ isPremium: false, premiumLastDay: null }, '2026-07-10', '2026-07-10'],
  [{ isPremium: false, premiumLastDay: '2025-07-10' }, TODAY, TODAY],
  [{ isPremium: false, premiumLastDay: null }, '2026-03-03', ''],
  [{ isPremium: false, premiumLastDay: null }, null, ''],
])('%j with an offer until %s proposes %j', (user, offerEnd, proposed) => {
  expect(proposedEnd(user, offerEnd, TODAY)).toBe(proposed)
})
