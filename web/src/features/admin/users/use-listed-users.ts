import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { UserView } from '#shared/entities/user.ts'

type UserPages = InfiniteData<{ items: UserView[]; nextCursor: string | null; total: number }>

/** Keeps the lists on screen true after an action, without loading all their pages again. */
export function useListedUsers() {
  const client = useQueryClient()
  const change = (changed: (page: UserPages['pages'][number]) => UserPages['pages'][number]) =>
    client.setQueriesData<UserPages>(
      { queryKey: ['users'] },
      (data) => data && { ...data, pages: data.pages.map(changed) },
    )
  return {
    /** Puts an account as it is stored now in the place of what the lists hold. */
    store: (stored: UserView) =>
      change((page) => ({
        ...page,
        items: page.items.map((user) => (user.id === stored.id ? stored : user)),
      })),
    /** Takes an account out that is deleted or blocked. */
    remove: (id: string) =>
      change((page) => ({
        ...page,
        items: page.items.filter((user) => user.id !== id),
        total: page.total - 1,
      })),
  }
}
