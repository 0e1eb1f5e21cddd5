import type { SecondFactorSetUp } from './second-factor.ts'
import type { LiveSession } from './session.ts'

/** How the set-up of a second factor begins. */
export type SecondFactorStart =
  | ({ kind: 'setUp' } & SecondFactorSetUp)
  /** There is one already, of which the site had not heard; the page is signed out, as after switching it on. */
  | { kind: 'on' }

/** Begins to set a second factor up. @throws IdentityFailure, ApiFailure */
export async function beginSecondFactor(live: LiveSession): Promise<SecondFactorStart> {
  // Cognito may ask for codes since an attempt whose last step did not arrive: a new secret would replace that one.
  if (await isNotedAsOn(live)) return { kind: 'on' }
  const secondFactor = await live.identity.secondFactor()
  return { kind: 'setUp', ...(await secondFactor.setUp(live.email)) }
}

/**
 * Switches the second factor on, which ends every sign-in of the account: this browser is signed out, and the next
 * sign-in proves that the app works.
 * @throws IdentityFailure `invalidCode`, ApiFailure; still signed in then
 */
export async function switchOnSecondFactor(live: LiveSession, code: string): Promise<void> {
  const secondFactor = await live.identity.secondFactor()
  await secondFactor.switchOn(code)
  await isNotedAsOn(live)
}

/** Switches the second factor off. @throws IdentityFailure `invalidCode`, ApiFailure */
export async function switchOffSecondFactor(live: LiveSession, code: string): Promise<void> {
  const secondFactor = await live.identity.secondFactor()
  await secondFactor.switchOff(code)
  await live.requests.recordSecondFactor(live.credentials)
  await live.renew()
}

/** Lets the server ask Cognito. Where there is a second factor now, it has ended this sign-in too. */
async function isNotedAsOn({ requests, credentials, end }: LiveSession): Promise<boolean> {
  const { hasSecondFactor } = await requests.recordSecondFactor(credentials)
  if (hasSecondFactor) await end()
  return hasSecondFactor
}
