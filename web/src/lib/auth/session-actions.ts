import { holdCalls } from '#web/lib/api/call.ts'
import { retryDelay, untilOnline } from '#web/lib/network.ts'
import { networkFailure } from '../api/failure.ts'
import { authStore } from './auth-state.ts'
import type { Session } from './session.ts'
import { hasStoredSession, onSessionIdChange, rememberedProfile } from './session-storage.ts'

// Every page loads this module. It imports the session on demand, because visitors never need it.

export async function loadSession() {
  return (await import('./session.ts')).session
}

/** Checks the stored session, if there is one, and follows the other tabs of this browser. */
export function startAuth(): void {
  holdCalls(accountKnown)
  if (hasStoredSession()) void check((session) => session.start())
  else authStore.dispatch({ type: 'ended' })
  onSessionIdChange((id) => {
    const state = authStore.get()
    if (id === null) {
      if (state.status !== 'signedOut' && state.status !== 'signingOut') void endElsewhere()
    } else if (state.status !== 'signedIn' || state.sessionId !== id)
      void check((session) => session.openedElsewhere())
  })
}

/** Called when another tab has signed out, which also ends a check that waits for the network. */
async function endElsewhere(): Promise<void> {
  try {
    const session = await loadSession()
    session.endedElsewhere()
  } catch {
    authStore.dispatch({ type: 'ended' })
  }
}

/** Retries until the session's chunk can be fetched. */
async function check(begin: (session: Session) => Promise<void>): Promise<void> {
  const profile = rememberedProfile()
  authStore.dispatch(profile ? { type: 'remembered', profile } : { type: 'checkStarted' })
  for (let failures = 1; ; failures++) {
    try {
      return await begin(await loadSession())
    } catch {
      authStore.dispatch({ type: 'troubled', trouble: 'offline' })
      await untilOnline(retryDelay(failures))
    }
  }
}

/** Resolves when no remembered account is being checked any more. @throws ApiFailure without a network */
function accountKnown(): Promise<void> {
  return new Promise((resolve, reject) => {
    const follow = () => {
      const state = authStore.get()
      const isRemembered = state.status === 'remembered'
      if (isRemembered && state.trouble !== 'offline') return
      stop()
      if (isRemembered) reject(networkFailure(state))
      else resolve()
    }
    const stop = authStore.subscribe(follow)
    follow()
  })
}

/** Releases the session and signs out; completes even if steps fail. */
export async function signOut(): Promise<void> {
  await (await loadSession()).signOut()
}

/** Renews the session at once, which also refreshes the profile. */
export async function refreshSession(): Promise<void> {
  await (await loadSession()).refresh()
}
