import { isInState, userStateLabels } from './user-state.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const states = Object.keys(userStateLabels) as (keyof typeof userStateLabels)[]

test.each<{ isPremium: boolean; premiumUntil: string | null; request?: string; listed: string[] }>([
  { isPremium: false, premiumUntil: null, listed: ['never'] },
  { isPremium: false, premiumUntil: null, request: 'own-part', listed: ['never', 'request'] },
  { isPremium: true, premiumUntil: null, listed: ['premium'] },
  { isPremium: true, premiumUntil: '2026-11-23', listed: ['ended'] },
  { isPremium: true, premiumUntil: '2026-11-23', request: 'own-part', listed: ['ended', 'request'] },
  { isPremium: true, premiumUntil: '2026-11-24', listed: ['premium', 'ending'] },
  { isPremium: true, premiumUntil: '2026-12-24', listed: ['premium', 'ending'] },
  { isPremium: true, premiumUntil: '2026-12-25', listed: ['premium'] },
])(
  'flag $isPremium until $premiumUntil, request $request: $listed',
  ({ request = null, listed, ...premium }) => {
    const user = { ...premium, openPaymentRequest: request }
    expect(states.filter((state) => isInState(user, state, NOW))).toEqual(listed)
  },
)
