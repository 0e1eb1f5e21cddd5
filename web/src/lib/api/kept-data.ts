import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import { authStore, useProfile } from '#web/lib/auth/auth-state.ts'
import { KEPT_ANSWER } from '#web/lib/auth/session-storage.ts'
import { browserStorage, type KeptText } from '#web/lib/browser-storage.ts'
import { createSharedValue } from '#web/lib/shared-value.ts'
import { api, type QueryInput } from './api.ts'
import { isTransient } from './failure.ts'
import { pageClient } from './page-queries.tsx'

type PersonalList = Route & { response: v.GenericSchema<unknown, unknown> }

/** The browser keeps the last answer until the session ends: it is shown at once, also without a network. */
export function useKeptAnswer<R extends PersonalList>(
  route: R,
  input: QueryInput<R>,
): UseQueryResult<Parsed<R['response']>> {
  const account = useProfile()?.id ?? null
  const options = api(route).queryOptions(input)
  const answer = useQuery({
    ...options,
    enabled: account !== null,
    initialData: () => (account === null ? undefined : readKept(route, account)),
    initialDataUpdatedAt: 0,
  }) as UseQueryResult<Parsed<R['response']>>
  const { data, dataUpdatedAt } = answer
  useEffect(() => {
    if (account !== null && dataUpdatedAt > 0)
      browserStorage.setItem(KEPT_ANSWER + route.path, JSON.stringify({ account, answer: data }))
  }, [account, route, data, dataUpdatedAt])
  return answer
}

/** Another version of the site may have written what is kept. */
function readKept<R extends PersonalList>(route: R, account: string): Parsed<R['response']> | undefined {
  const Kept = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ account: v.literal(account), answer: route.response }),
  )
  const kept = v.safeParse(Kept, browserStorage.getItem(KEPT_ANSWER + route.path))
  return kept.success ? (kept.output.answer as Parsed<R['response']>) : undefined
}

/** Items that this browser keeps for one account at a time, in the field `name` of a text. */
export function createKeptList<Item>(text: KeptText, name: string, item: v.GenericSchema<unknown, Item>) {
  const KeptList = v.pipe(v.string(), v.parseJson(), v.object({ account: v.string(), [name]: v.array(item) }))
  return {
    /** Returns the account's items; none when the text belongs to another account or is unreadable. */
    read(account: string, stored: string | null = text.read()): readonly Item[] {
      const kept = v.safeParse(KeptList, stored)
      return kept.success && kept.output.account === account ? (kept.output[name] as Item[]) : []
    },
    write(account: string, items: readonly Item[]): void {
      const next = items.length > 0 ? JSON.stringify({ account, [name]: items }) : null
      // Every write renders the page again.
      if (next !== text.read()) text.write(next)
    },
  }
}

type Kept<Item> = {
  unsent: (account: string) => readonly Item[]
  isSame: (one: Item, other: Item) => boolean
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
