import { sampleSettings } from '../../entities/samples.ts'
import { paymentFaults, premiumForPayment } from './payment-request.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const payment = { amount: 250, means: 'Espèces', reference: '' }

const [OFFER, LONGER, SHORTER] = ['2027-07-10', '2028-01-31', '2027-01-31']
type End = string | null | undefined

/** A row holds the end that was held, named and offered, and the new one, or 'until' where that is refused. */
test.each<[held: End, until: End, offer: string | null, ends: string | null]>([
  [undefined, undefined, OFFER, OFFER],
  [undefined, undefined, null, null],
  [undefined, undefined, '2026-11-24', '2026-11-24'],
  ['2026-11-23', undefined, OFFER, OFFER],
  [LONGER, undefined, OFFER, LONGER],
  [LONGER, undefined, null, null],
  [null, undefined, OFFER, null],
  [LONGER, SHORTER, OFFER, 'until'],
  [null, SHORTER, OFFER, 'until'],
  [SHORTER, LONGER, OFFER, LONGER],
  [undefined, null, '2026-07-10', null],
  [undefined, SHORTER, '2026-07-10', SHORTER],
  [LONGER, undefined, '2026-07-10', 'until'],
  [undefined, '2026-11-23', OFFER, 'until'],
])('Premium until %s, approved until %s with an offer until %s, ends: %s', (held, until, offer, ends) => {
  const before = { isPremium: held !== undefined, premiumUntil: held ?? null, payment: null }
  const premium = premiumForPayment(before, { until, payment }, { premiumValidUntil: offer }, NOW)
  expect(premium).toEqual(
    ends === 'until'
      ? { path: 'until', message: expect.any(String) }
      : { isPremium: true, premiumUntil: ends, payment },
  )
})

test.each([
  ['2026-11-24', []],
  ['2026-11-25', ['paidOn']],
])('a payment of %s, declared on 24 November, is at fault in %j', (paidOn, paths) => {
  const request = { means: 'Espèces', paidOn, reference: 'VIR 7' }
  expect(paymentFaults(request, sampleSettings, NOW).map(({ path }) => path)).toEqual(paths)
})
