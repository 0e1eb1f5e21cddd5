import { beforeEach, expect, test, vi } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { aPagesTicket } from '#web/test/tickets.ts'
import { authStore } from '../auth/auth-state.ts'
import { keptExamsText } from '../kept-text.ts'
import { forgetDocument, rememberedTicket, rememberFiles } from './document-memory.ts'

const MIB = 1024 * 1024

/** Reads a page. @returns true when it was remembered */
async function read(id: string, name = '1.webp', size = 1_000): Promise<boolean> {
  const fetchFile = vi.fn(async () => new Blob([new Uint8Array(size)]))
  await rememberFiles(id, aPagesTicket(), fetchFile)(name)
  return fetchFile.mock.calls.length === 0
}

const isRemembered = (id: string) => rememberedTicket(id) !== null

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  for (const id of ['a', 'b', 'c']) forgetDocument(id)
})

test('the pages that were read longest ago are forgotten above 32 MiB', async () => {
  for (const id of ['a', 'b']) await read(id, '1.webp', 12 * MIB)
  expect(await read('a')).toBe(true)
  await read('c', '1.webp', 12 * MIB)
  expect(['a', 'b', 'c'].map(isRemembered)).toEqual([true, false, true])
})

test('a page of a document that is refused meanwhile is not remembered', async () => {
  const files = rememberFiles('a', aPagesTicket(), async () => new Blob(['x']))
  const reading = files('1.webp')
  forgetDocument('a')
  await reading
  expect(await read('a')).toBe(false)
})

test.each([
  ['the account signs out', () => authStore.dispatch({ type: 'ended' })],
  ['an examination begins', () => keptExamsText.write('{}')],
])('everything is forgotten when %s', async (_, event) => {
  authStore.dispatch({ type: 'remembered', profile: aProfile() })
  await read('a')
  authStore.dispatch({ type: 'troubled', trouble: 'offline' })
  expect(isRemembered('a')).toBe(true)
  event()
  expect(isRemembered('a')).toBe(false)
})
