import * as v from 'valibot'
import { CardCode, SAMPLE_CARD_CODE } from '../entities/card.ts'
import { Profile } from '../entities/user.ts'
import { route } from './define-route.ts'
import { Flag } from './query.ts'

/** A used card is answered like the first time (`isUsed`). `dryRun` answers the profile with its Premium. */
export const redeemCard = route('POST /api/account/premium-code', {
  access: 'user',
  query: v.object({ dryRun: Flag }),
  body: v.object({ code: CardCode }),
  response: v.object({ profile: Profile, isUsed: v.boolean() }),
  errors: ['CODE_UNKNOWN', 'CODE_USED', 'CODE_EXPIRED', 'CODE_REVOKED', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 10, address: 600, window: 'hour' },
  sample: { body: { code: SAMPLE_CARD_CODE } },
})
