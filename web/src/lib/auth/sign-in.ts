import type { EmailAndPassword, Identity, SignInOutcome } from './identity.ts'

type Deps = {
  identity: Pick<Identity, 'signIn'>
  /** Waits for a sign-out that is under way. */
  left: () => Promise<void>
  /** Opens the session of a sign-in that was just made, or takes it back. */
  open: () => Promise<void>
}

/** Signs in, and opens the session as soon as the sign-in is complete; until then `answer` goes on with it. */
export function signInBy({ identity, left, open }: Deps) {
  async function opened(outcome: SignInOutcome): Promise<SignInOutcome> {
    switch (outcome.kind) {
      case 'signedIn':
        await open()
        return outcome
      case 'codeNeeded':
        return {
          ...outcome,
          async answer(code) {
            await left()
            await outcome.answer(code)
            await open()
          },
        }
      case 'newPasswordNeeded':
        return {
          ...outcome,
          async answer(password) {
            await left()
            const next = await outcome.answer(password)
            // The temporary password is no more: a failure from here on must not ask for it again.
            return opened(next).catch(() => ({ kind: 'passwordChosen' }) as const)
          },
        }
      case 'resetNeeded':
      case 'passwordChosen':
        return outcome
    }
  }

  return async (account: EmailAndPassword): Promise<SignInOutcome> => {
    await left()
    return opened(await identity.signIn(account))
  }
}
