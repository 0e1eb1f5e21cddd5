import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listBlocked, unblockEmail } from '#shared/contract/admin/security.ts'
import { routes } from '#shared/contract/routes.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import {
  api,
  changeListed,
  getChapter,
  getSubject,
  invalidateRoutes,
  listExercises,
  listSubjects,
  listVideos,
} from './api.ts'

const [first, second] = ['a@exemple.invalid', 'b@exemple.invalid'].map((email) =>
  createSample(BlockedEmail, { email }),
) as [BlockedEmail, BlockedEmail]
const blocked = api(listBlocked).infiniteQueryOptions({ query: { limit: 100 } })

test('reads a list page by page, each answer naming the next', async () => {
  const sent = networkAnswers(
    json({ items: [first], nextCursor: 'abc' }),
    json({ items: [second], nextCursor: null }),
  )
  const client = new QueryClient()
  const { pages } = await client.fetchInfiniteQuery({ ...blocked, pages: 2 })
  expect(pages.flatMap(({ items }) => items)).toEqual([first, second])
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/admin/blocked?limit=100',
    '/api/admin/blocked?limit=100&cursor=abc',
  ])
})

test('refetches the routes that a change makes outdated, also while their first answer is on its way', async () => {
  const meta = api(unblockEmail).mutationOptions().meta
  expect(meta?.invalidates).toContain(listBlocked)
  const client = new QueryClient()
  const answers = [new Promise(() => {}), Promise.resolve('after the change')]
  const observer = new QueryObserver(client, { queryKey: blocked.queryKey, queryFn: () => answers.shift() })
  observer.subscribe(() => {})
  await invalidateRoutes(client, meta?.invalidates ?? [])
  expect(observer.getCurrentResult().data).toBe('after the change')
})

test('puts the answer to a change into the lists, and removes deleted items', async () => {
  networkAnswers(json({ items: [first, second], nextCursor: null }))
  const client = new QueryClient()
  await client.fetchInfiniteQuery(blocked)
  const items = () => client.getQueryData(blocked.queryKey)?.pages.flatMap((page) => page.items)
  const isFirst = ({ email }: BlockedEmail) => email === first.email
  changeListed(client, listBlocked, isFirst, { ...first, reason: 'Autre' })
  expect(items()).toEqual([{ ...first, reason: 'Autre' }, second])
  changeListed(client, listBlocked, isFirst, null)
  expect(items()).toEqual([second])
})

const publicRoutes = { getChapter, getSubject, listExercises, listSubjects, listVideos }

test.each(Object.entries(publicRoutes))(
  '%s is called as its contract says',
  (name, { method, path, access, csv }) => {
    expect(routes[name as keyof typeof routes]).toMatchObject({ method, path, access, csv })
  },
)
