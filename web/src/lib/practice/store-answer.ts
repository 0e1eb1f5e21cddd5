import type * as v from 'valibot'
import { listPractice } from '#shared/contract/practice.ts'
import { api } from '../api/api.ts'
import { pageClient } from '../api/page-queries.tsx'
import { signedInAccount } from '../sender.ts'

type Practice = v.InferOutput<typeof listPractice.response>

/** Puts the answer to a change into the list: a list that is read right after the change may not have it yet. */
export async function storeAnswer(account: string, change: (known: Practice) => Practice): Promise<void> {
  const client = pageClient()
  const { queryKey } = api(listPractice).queryOptions({})
  await client.cancelQueries({ queryKey })
  // Another account may have signed in, and the cache then belongs to it.
  if (signedInAccount() !== account) return
  const known = client.getQueryData(queryKey)
  if (known === undefined) return client.invalidateQueries({ queryKey })
  client.setQueryData(queryKey, change(known))
  // The page that shows the chapters refetches what the change means for them.
  return client.invalidateQueries({ queryKey, refetchType: 'none' })
}
