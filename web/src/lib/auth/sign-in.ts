import type { EmailAndPassword } from './cognito-forms.ts'
import type { Identity, SignInAttempt } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'

/** The outcome of a sign-in; `answer` continues it and fails as the sign-in itself does. */
export type SignInOutcome =
  | { kind: 'signedIn' }
  | { kind: 'codeNeeded'; answer(code: string): Promise<void> }
  | { kind: 'newPasswordNeeded'; answer(password: string): Promise<SignInOutcome> }
  | { kind: 'resetNeeded' }
  /** The new password is set, but the sign-in failed afterwards: the user signs in with it. */
  | { kind: 'passwordChosen' }

/** Makes the proof of work that the account service requires for a sign-up. */
export type TakeProof = () => Promise<string>

type Deps = {
  identity: Pick<Identity, 'signIn' | 'signUp'>
  /** Resolves when a sign-out that is under way is over. */
  signedOut: () => Promise<void>
  /** Claims the session of the sign-in that was just activated, or signs out again. */
  claim: () => Promise<void>
}

export function createSignIn({ identity, signedOut, claim }: Deps) {
  async function open(attempt: SignInAttempt): Promise<SignInOutcome> {
    switch (attempt.kind) {
      case 'ready':
        attempt.signIn.activate()
        await claim()
        return { kind: 'signedIn' }
      case 'codeNeeded':
        return {
          kind: attempt.kind,
          async answer(code) {
            await signedOut()
            await open({ kind: 'ready', signIn: await attempt.answer(code) })
          },
        }
      case 'newPasswordNeeded':
        return {
          kind: attempt.kind,
          async answer(password) {
            await signedOut()
            const next = await attempt.answer(password)
            // The temporary password has been replaced: a failure from here on must not ask for it again.
            return open(next).catch(() => ({ kind: 'passwordChosen' }) as const)
          },
        }
      case 'resetNeeded':
        return attempt
    }
  }

  async function signIn(account: EmailAndPassword): Promise<SignInOutcome> {
    await signedOut()
    return open(await identity.signIn(account))
  }

  /** The address of an account that this page created and could not sign in to yet. */
  let created: string | null = null

  /** Creates an account and signs in to it; repeated after a failed sign-in, it only signs in. */
  async function signUp(account: EmailAndPassword, takeProof: TakeProof): Promise<SignInOutcome> {
    const isCreated = created === account.email
    if (!isCreated) await identity.signUp({ ...account, proof: await takeProof() })
    created = account.email
    try {
      const outcome = await signIn(account)
      created = null
      return outcome
    } catch (error) {
      // The password differs from the one that the account was created with.
      if (isCreated && error instanceof IdentityFailure && error.reason === 'invalidCredentials')
        throw new IdentityFailure('accountExists', error)
      throw error
    }
  }

  return { signIn, signUp }
}
