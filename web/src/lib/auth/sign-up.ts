import type { EmailAndPassword, Identity, SignInOutcome } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'

type SignUp = (account: EmailAndPassword) => Promise<SignInOutcome>

/** Creates an account and signs it in; asked again after a failure of the sign-in, it does only that. */
export function signUpBy(identity: Pick<Identity, 'signUp'>, signIn: SignUp): SignUp {
  /** The address of an account that this page has created and nobody has signed in to yet. */
  let created: string | null = null
  return async (account) => {
    const isCreated = created === account.email
    if (!isCreated) await identity.signUp(account)
    created = account.email
    try {
      const outcome = await signIn(account)
      created = null
      return outcome
    } catch (error) {
      // Another password than the one that the account was created with.
      if (isCreated && error instanceof IdentityFailure && error.reason === 'invalidCredentials')
        throw new IdentityFailure('accountExists', error)
      throw error
    }
  }
}
