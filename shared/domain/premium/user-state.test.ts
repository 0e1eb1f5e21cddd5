import { isInState, userStateLabels } from './user-state.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const states = Object.keys(userStateLabels) as (keyof typeof userStateLabels)[]

test.each<[isPremium: boolean, until: string | null, request: string | null, listed: string[]]>([
  [false, null, null, ['never']],
  [false, null, 'own-part', ['never', 'request']],
  [true, null, null, ['premium']],
  [true, '2026-11-23', null, ['ended']],
  [true, '2026-11-23', 'own-part', ['ended', 'request']],
  [true, '2026-11-24', null, ['premium', 'ending']],
  [true, '2026-12-24', null, ['premium', 'ending']],
  [true, '2026-12-25', null, ['premium']],
])('the flag %s until %s with the request %s is listed as %j', (isPremium, premiumUntil, request, listed) => {
  const user = { isPremium, premiumUntil, openPaymentRequest: request }
  expect(states.filter((state) => isInState(user, state, NOW))).toEqual(listed)
})
