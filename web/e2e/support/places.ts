import type { RouteName } from '#shared/contract/routes.ts'
import { actions } from './actions.ts'
import { lists } from './lists.ts'

/** A route that no page shows as a list or an action of its own, and why; or the story in which its states are seen. */
type Elsewhere = { because: string } | { seenIn: string }

const elsewhere = {
  getHealth: { because: 'only monitors ask for it' },
  getResource: { because: 'the list holds every field already' },
  readSession: { because: 'the heartbeat and the claim bring the same' },
  renewSession: { seenIn: 'session.spec.ts' },
  claimSession: { seenIn: 'sign-in.spec.ts' },
  clearSession: { seenIn: 'account-page.spec.ts' },
  endSignIns: { seenIn: 'account-page.spec.ts' },
  deleteAccount: { seenIn: 'account-page.spec.ts' },
  recordSecondFactor: { seenIn: 'second-factor.spec.ts' },
  checkReference: { because: 'it adds a word below a field, and stays silent where Drive does' },
} as const satisfies Partial<Record<RouteName, Elsewhere>>

/** Where the states of each route are seen. A new route does not compile before it stands somewhere. */
export const places = { ...lists, ...actions, ...elsewhere } satisfies Record<RouteName, unknown>
