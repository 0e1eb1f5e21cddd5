import * as v from 'valibot'
import * as contract from '#shared/contract/account.ts'
import * as requests from '#shared/contract/payment-requests.ts'
import { redeemCard as redeemCardRoute } from '#shared/contract/redeem-card.ts'
import { getSignUpChallenge } from '#shared/contract/sign-up.ts'
import { readRoles } from '#shared/domain/accounts/roles.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { ownPaymentRequest } from '#shared/domain/premium/payment-request.ts'
import { deleteAccount, ownDeletion } from '../account-lifecycle/reconciliation.ts'
import { recordSecondFactor } from '../account-lifecycle/second-factor.ts'
import { createSignUpChallenge, createSignUpWork } from '../account-lifecycle/sign-up-proof.ts'
import { createReceiptBucket } from '../aws/buckets.ts'
import { createUserPool } from '../aws/user-pool.ts'
import { createAccountDays } from '../data/account-days.ts'
import { createSecondFactors, createSignUpProofs } from '../data/account-notes.ts'
import { createThrottles } from '../data/call-counts.ts'
import { createCards } from '../data/cards.ts'
import { createDeletions } from '../data/deletions.ts'
import { createPaymentRequests } from '../data/payment-requests.ts'
import { createPersonalData } from '../data/personal-data.ts'
import { createSettings } from '../data/site.ts'
import { createUsers } from '../data/users.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { profileView } from '../http/profile-view.ts'
import { createThrottle, type ThrottleCheck } from '../http/throttle.ts'
import { on } from '../http/use-case.ts'
import { AccountEnvironment } from './environment.ts'
import { correctPayment, declarePayment, withdrawPayment } from './payment-requests.ts'
import { attachReceipt, readPersonalData } from './receipts.ts'
import { redeemCard } from './redeem-card.ts'

const env = v.parse(AccountEnvironment, process.env)
const { originSecrets, guard, table, owners, clock } = openGuard(env)
const deps = {
  users: createUsers(table),
  accountDays: createAccountDays(table),
  cards: createCards(table),
  deletions: createDeletions(table),
  paymentRequests: createPaymentRequests(table),
  personalData: createPersonalData(table),
  secondFactors: createSecondFactors(table),
  settings: createSettings(table, env.FIRST_SETTINGS),
  signUpProofs: createSignUpProofs(table),
  signUpsPerDay: env.SIGN_UPS_PER_DAY,
  receipts: createReceiptBucket(env.RECEIPT_BUCKET),
  userPool: createUserPool(env.USER_POOL_ID),
  owners,
  clock,
}

const readWork = createSignUpWork(deps)

const countCall = createThrottle({ throttles: createThrottles(table), clock })
const throttle: ThrottleCheck = async (route, caller, event) => {
  const isChallenge = route.path === getSignUpChallenge.path
  await Promise.all([isChallenge && readWork(), countCall(route, caller, event)])
}

/** Days of their account that a student sees. */
const SHOWN_DAYS = 14

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(getSignUpChallenge, async () => createSignUpChallenge(env.SIGN_UP_KEY, clock.now(), await readWork())),
  on(contract.deleteAccount, ({ caller: { user } }) =>
    deleteAccount(deps, user, ownDeletion(user, clock.now())),
  ),
  on(contract.endSignIns, async ({ caller: { user } }) => {
    await deps.users.endSignIns(user.id, clock.now())
  }),
  on(contract.setPreferences, async ({ caller: { user }, body }) => {
    const now = clock.now()
    const changed = await deps.users.setPreferences(user.id, body, now)
    if (!changed) throw new DomainError('PROFILE_NOT_FOUND')
    return { profile: profileView({ user: changed, roles: readRoles(changed, owners, now) }) }
  }),
  on(contract.listOwnDays, async ({ caller: { user } }) => {
    const from = daysBefore(moroccanDay(clock.now()), SHOWN_DAYS - 1)
    return { items: await deps.accountDays.listDays(user.id, from) }
  }),
  on(contract.getPersonalData, ({ caller: { user } }) => readPersonalData(deps, user)),
  on(contract.recordSecondFactor, async ({ caller: { user } }) => ({
    hasSecondFactor: await recordSecondFactor(deps, user, clock.now()),
  })),
  on(redeemCardRoute, async ({ caller, query, body }) => {
    const { user, isUsed } = await redeemCard(deps, caller.user, body.code, query.dryRun)
    return { profile: profileView({ user, roles: readRoles(user, owners, clock.now()) }), isUsed }
  }),

  on(requests.listOwnPaymentRequests, async ({ caller: { user } }) => {
    const now = clock.now()
    const items = await deps.paymentRequests.listOwn(user.id)
    return { items: items.map((request) => ownPaymentRequest(request, now)) }
  }),
  on(requests.declarePayment, async ({ caller, body }) =>
    ownPaymentRequest(await declarePayment(deps, caller.user, body), clock.now()),
  ),
  on(requests.correctPayment, async ({ caller, params, body }) =>
    ownPaymentRequest(await correctPayment(deps, caller.user.id, params.id, body), clock.now()),
  ),
  on(requests.attachReceipt, ({ caller, params, body }) =>
    attachReceipt(deps, caller.user.id, params.id, body),
  ),
  on(requests.withdrawPayment, ({ caller, params }) => withdrawPayment(deps, caller.user, params.id)),
])
