import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import type { Parsed, Route } from '#shared/contract/route.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { KEPT_ANSWER } from '../auth/session-storage.ts'
import { browserStorage } from '../browser-storage.ts'
import { api, type QueryInput } from './api.ts'

/** A list that belongs to the student, answered as JSON. */
type PersonalList = Route & { response: v.GenericSchema<unknown, unknown> }

/**
 * Returns the answer of a personal route for signed-in users. The browser keeps the last one until the session ends: it
 * is shown at once, also without a network, and fetched again.
 */
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

/**
 * Returns undefined where nothing readable is kept for the account: another version of the site may have written it.
 */
function readKept<R extends PersonalList>(route: R, account: string): Parsed<R['response']> | undefined {
  const Kept = v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ account: v.literal(account), answer: route.response }),
  )
  const kept = v.safeParse(Kept, browserStorage.getItem(KEPT_ANSWER + route.path))
  return kept.success ? (kept.output.answer as Parsed<R['response']>) : undefined
}
