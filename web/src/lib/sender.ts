import type { Parsed, Route } from '#shared/contract/route.ts'
import { api, type QueryInput } from './api/api.ts'
import { isTransient } from './api/failure.ts'
import { pageClient } from './api/page-queries.tsx'
import { authStore } from './auth/auth-state.ts'
import { createSharedValue } from './shared-value.ts'

type Kept<Item> = {
  /** Returns the items that the account has not sent yet. */
  unsent: (account: string) => readonly Item[]
  isSame: (one: Item, other: Item) => boolean
  /** Sends an item and forgets that it was unsent. */
  send: (account: string, item: Item) => Promise<void>
}

export type Sender = ReturnType<typeof createSender>

/** Sends what this browser keeps for the signed-in account, one item after the other. */
export function createSender<Item>({ unsent, isSame, send }: Kept<Item>) {
  let sending: Promise<void> | null = null
  const failure = createSharedValue<Error | null>(null)

  async function sendAll(): Promise<void> {
    const refused: Item[] = []
    let reason: Error | null = null
    while (navigator.onLine) {
      const account = signedInAccount()
      if (account === null) return
      // Items that are added or changed while one is sent are found in the next turn.
      const next = unsent(account).find((item) => !refused.some((other) => isSame(item, other)))
      if (!next) break
      try {
        await send(account, next)
      } catch (error) {
        reason = error as Error
        if (isTransient(error)) break
        // An item that the server refuses must not hold up the others.
        refused.push(next)
      }
    }
    failure.set(reason)
  }

  return {
    /** Simultaneous callers share one attempt. Failures are kept, not thrown. */
    send(): Promise<void> {
      sending ??= sendAll().finally(() => {
        sending = null
      })
      return sending
    },
    /** Returns why the last attempt failed; null when it succeeded. */
    failure: failure.get,
    onFailure: failure.subscribe,
  }
}

export function signedInAccount(): string | null {
  const auth = authStore.get()
  return auth.status === 'signedIn' ? auth.profile.id : null
}

type KnownList<R extends Route> = {
  route: R
  input: QueryInput<R>
  /** True where a change means more for the list than its answer says: a page that shows it later fetches it again. */
  isOutdated?: boolean
}

/** Puts the answer to a change into a list: one that is read right after the change may not have it yet. */
export async function storeAnswer<R extends Route>(
  account: string,
  { route, input, isOutdated = false }: KnownList<R>,
  change: (known: Parsed<R['response']>) => Parsed<R['response']>,
): Promise<void> {
  const client = pageClient()
  const { queryKey } = api(route).queryOptions(input)
  await client.cancelQueries({ queryKey })
  // Another account may have signed in, and the cache then belongs to it.
  if (signedInAccount() !== account) return
  const known = client.getQueryData<Parsed<R['response']>>(queryKey)
  if (known === undefined) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, change(known))
  if (isOutdated) await client.invalidateQueries({ queryKey, refetchType: 'none' })
}
