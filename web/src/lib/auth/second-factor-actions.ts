import {
  beginSecondFactor as begin,
  type SecondFactorStart,
  switchOffSecondFactor as switchOff,
  switchOnSecondFactor as switchOn,
} from './second-factor-change.ts'

// Apart from session-actions.ts, which every page holds.

/** The session of this page, as far as a change of the account needs it. */
async function live() {
  return (await import('./session.ts')).session.live()
}

/** Begins to set a second factor up. @throws IdentityFailure, ApiFailure */
export async function beginSecondFactor(): Promise<SecondFactorStart> {
  return begin(await live())
}

/** Asks for codes from now on, and signs out everywhere, also here. @throws IdentityFailure (`invalidCode`), ApiFailure */
export async function switchOnSecondFactor(code: string): Promise<void> {
  await switchOn(await live(), code)
}

/** Asks for no more codes. @throws IdentityFailure (`invalidCode`), ApiFailure */
export async function switchOffSecondFactor(code: string): Promise<void> {
  await switchOff(await live(), code)
}
