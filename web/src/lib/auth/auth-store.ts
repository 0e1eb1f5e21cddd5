import { type AuthEvent, type AuthState, initialAuthState, transition } from './auth-state.ts'

/** Where the auth state is read and changed. */
export type AuthStore = {
  get(): AuthState
  dispatch(event: AuthEvent): void
  subscribe(onChange: () => void): () => void
}

/** Holds the auth state and tells its listeners of every change. */
export function createAuthStore(initial: AuthState = initialAuthState): AuthStore {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    dispatch(event) {
      const next = transition(state, event)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The auth state of this page. */
export const authStore = createAuthStore()
