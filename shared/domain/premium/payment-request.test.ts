import { laterEnd, premiumForPayment } from './payment-request.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const payment = { amount: 250, means: 'Espèces', reference: '' }

describe('the Premium of an approved payment', () => {
  test.each<{
    held: string | null | undefined
    until: string | null | undefined
    offer: string | null
    /** The end, or 'until' where this field is refused. */
    ends: string | null
  }>([
    { held: undefined, until: undefined, offer: '2027-07-10', ends: '2027-07-10' },
    { held: undefined, until: undefined, offer: null, ends: null },
    { held: undefined, until: undefined, offer: '2026-11-24', ends: '2026-11-24' },
    { held: '2026-11-23', until: undefined, offer: '2027-07-10', ends: '2027-07-10' },
    { held: '2028-01-31', until: undefined, offer: '2027-07-10', ends: '2028-01-31' },
    { held: null, until: undefined, offer: '2027-07-10', ends: null },
    { held: '2028-01-31', until: '2027-01-31', offer: '2027-07-10', ends: '2027-01-31' },
    { held: undefined, until: null, offer: '2026-07-10', ends: null },
    { held: undefined, until: '2027-01-31', offer: '2026-07-10', ends: '2027-01-31' },
    { held: '2028-01-31', until: undefined, offer: '2026-07-10', ends: 'until' },
    { held: undefined, until: '2026-11-23', offer: '2027-07-10', ends: 'until' },
  ])('held until $held, named $until, offer until $offer: $ends', ({ held, until, offer, ends }) => {
    const before = { isPremium: held !== undefined, premiumUntil: held ?? null, payment: null }
    const premium = premiumForPayment(before, { until, payment }, { premiumValidUntil: offer }, NOW)
    expect(premium).toEqual(
      ends === 'until'
        ? { path: 'until', message: expect.any(String) }
        : { isPremium: true, premiumUntil: ends, payment },
    )
  })
})

test.each([
  [{ isPremium: false, premiumUntil: '2028-01-31' }, '2027-07-10', '2027-07-10'],
  [{ isPremium: true, premiumUntil: '2027-01-31' }, null, null],
])('of %j and %s the later end is %s', (held, end, later) => {
  expect(laterEnd(held, end)).toBe(later)
})
