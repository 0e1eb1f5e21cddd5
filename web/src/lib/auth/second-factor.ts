import type { AmplifyContext } from 'aws-amplify'
import { setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { site } from '../site.ts'
import { asking } from './asking.ts'

// Fetched by those who set a second factor up: students never are.

/** What an authenticator app needs to know: the secret as text, and as the address that its camera reads. */
export type SecondFactorSetUp = { secret: string; address: string }

/** The second factor of whoever is signed in. Every method throws IdentityFailure or ApiFailure. */
export type SecondFactor = {
  /** Begins anew with a secret of its own; nothing is asked for before it is switched on. */
  setUp(email: string): Promise<SecondFactorSetUp>
  /** From now on a code is asked for after the password. @throws IdentityFailure `invalidCode` */
  switchOn(code: string): Promise<void>
  /** The password is enough from now on; a code of the app is wanted once more. @throws as `switchOn` */
  switchOff(code: string): Promise<void>
}

export function secondFactorOver(context: () => Promise<AmplifyContext>): SecondFactor {
  async function prefer(code: string, totp: 'PREFERRED' | 'DISABLED'): Promise<void> {
    const current = await context()
    await verifyTOTPSetup(current, { code })
    await updateMFAPreference(current, { totp })
  }
  return {
    setUp: (email) =>
      asking(async () => {
        const { sharedSecret, getSetupUri } = await setUpTOTP(await context())
        const address = getSetupUri(encodeURIComponent(site.name), encodeURIComponent(email))
        return { secret: sharedSecret, address: address.toString() }
      }),
    switchOn: (code) => asking(() => prefer(code, 'PREFERRED')),
    switchOff: (code) => asking(() => prefer(code, 'DISABLED')),
  }
}
